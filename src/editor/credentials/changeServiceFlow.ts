import { t } from '../../base/l10n.ts';
import { withScheme } from '../../base/address.ts';
import { SightlineError } from '../../base/errors.ts';
import { assertMayCarryKey } from '../../platform/keyTravel.ts';
import { publicService, sameAddress, serviceAddress } from '../../platform/serviceAddress.ts';
import type { Account } from './account.ts';
import type { ServiceLogin } from './accountState.ts';
import type { CredentialSettings } from './credentialSettings.ts';
import type { Choice, Dialogue } from './dialogue.ts';
import { logInFlow } from './logInFlow.ts';

/** What the choice of a service works with. */
export interface ChangeServiceParts {
  account: Account;
  settings: Pick<CredentialSettings, 'serviceUrl' | 'writeServiceUrl'>;
  dialogue: Dialogue;
}

/** Lets the person use one of their logins, or log in to another service, which is the one in use from then on. */
export async function changeServiceFlow(parts: ChangeServiceParts): Promise<void> {
  const { account, settings, dialogue } = parts;
  const logins = await account.logins();
  const picked = await pickedAddress(t('Change Service'), loginChoices(logins, settings.serviceUrl()), parts);
  if (picked === undefined) return;
  const address = serviceAddress(picked);
  if (!logins.some(({ base }) => sameAddress(base, picked))) {
    await logInFlow(account, dialogue, address);
    return;
  }
  if (sameAddress(settings.serviceUrl(), picked)) return;
  await settings.writeServiceUrl(address.base);
  await account.refresh();
  dialogue.note('info', t('Sightline now uses the service at {base}.', { base: address.base }));
}

/**
 * Logs in to a service, which the person picks or enters unless `wanted` is its address; the setting changes once a key was
 * saved, and not before.
 * @returns the origin that the login is for; undefined where there is none.
 */
export async function logInToServiceFlow(
  parts: ChangeServiceParts,
  wanted?: string,
): Promise<string | undefined> {
  const { account, dialogue } = parts;
  const picked = wanted ?? (await pickedAddress(t('Log In to a Service'), await newChoices(parts), parts));
  if (picked === undefined) return undefined;
  const saved = await logInFlow(account, dialogue, serviceAddress(picked));
  // A service of several regions may have led to another one.
  return saved ? account.address.origin : undefined;
}

/** What is picked to enter an address. */
const another = 'another';

async function pickedAddress(
  title: string,
  choices: readonly Choice<string>[],
  { dialogue }: ChangeServiceParts,
): Promise<string | undefined> {
  const picked = await dialogue.pick(title, [
    ...choices,
    { icon: 'add', label: t('Another Service…'), description: t('enter its address'), value: another },
  ]);
  if (picked !== another) return picked;
  const entered = await dialogue.askForText({
    title,
    prompt: t('Address of the service'),
    placeholder: 'https://vision.example.com',
    refusal,
  });
  return entered === undefined ? undefined : withScheme(entered.trim());
}

function loginChoices(logins: readonly ServiceLogin[], used: string): Choice<string>[] {
  return logins.map(({ base, username }) => ({
    icon: sameAddress(base, used) ? 'check' : 'account',
    label: base,
    ...(username === undefined ? {} : { description: username }),
    value: base,
  }));
}

/** The services that are known and at which the person is not logged in yet: the one of the setting, and the public one. */
async function newChoices({ account, settings }: ChangeServiceParts): Promise<Choice<string>[]> {
  const logins = await account.logins();
  const known = [settings.serviceUrl(), publicService].filter(
    (text, index, all) =>
      refusal(text) === undefined &&
      !logins.some(({ base }) => sameAddress(base, text)) &&
      !all.slice(0, index).some(earlier => sameAddress(earlier, text)),
  );
  return known.map(text => {
    const { base } = serviceAddress(text);
    return { icon: 'server', label: base, value: base };
  });
}

/** Why a text, with or without https://, is no address of a service that a key may be sent to. */
function refusal(text: string): string | undefined {
  try {
    assertMayCarryKey(serviceAddress(withScheme(text.trim())).base);
    return undefined;
  } catch (error) {
    if (error instanceof SightlineError) return error.message;
    throw error;
  }
}
