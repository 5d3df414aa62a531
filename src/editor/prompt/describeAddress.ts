import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import { showInformation } from '../dialogs/messages.ts';
import { withProgress } from '../dialogs/progress.ts';
import { showError } from '../errorMessage.ts';
import { readSetting } from '../settings.ts';

/**
 * Downloads the image at a web address after the person's yes, and asks about it in the panel as about any other; says the
 * entry's id, or nothing where the person turned away or there is no image.
 * @param source how the place of the address is called in short.
 */
export async function addAddressQuestion(
  address: string,
  { runner }: Pick<OpenConversation, 'runner'>,
  source: { label: string; place: string },
): Promise<string | undefined> {
  const { host, pathname } = new URL(address);
  const answer = await showInformation(
    t('Download the image from {host}?', { host }),
    { modal: true, detail: t('It is downloaded to this machine and sent to the chosen model.') },
    t('Download and Describe'),
  );
  if (answer === undefined) return undefined;
  try {
    const { fetchImage } = await import('../../images/web/fetchImage.ts');
    const bytes = await withProgress(t('Downloading the image from {host}', { host }), (_, signal) =>
      fetchImage(address, { allowed: readSetting('image.allowedHosts'), signal }),
    );
    const view = await runner.keepPicture({ name: nameIn(pathname) || host, bytes });
    return runner.add({ prompt: readSetting('describe.prompt'), pictures: [{ view }], source });
  } catch (error) {
    await showError(error);
    return undefined;
  }
}

function nameIn(pathname: string): string {
  const name = baseName(pathname);
  try {
    return decodeURIComponent(name);
  } catch {
    // A % that stands for itself.
    return name;
  }
}
