import { commands } from '../contributions.ts';
import { t } from '../base/l10n.ts';
import type { ErrorCode, SightlineError } from '../base/errors.ts';
import { remedyIn, type Remedy, type RemedyTable } from '../base/remedies.ts';
import type { ButtonId } from '../protocol/buttonLabels.ts';

/** A remedy as the editor has it: the sentence after the hint, and the button that comes first. */
interface EditorRemedy {
  text: string;
  button?: ButtonId;
}

const settings = (text: string): EditorRemedy => ({ text, button: 'openSettings' });

const editorRemedies: RemedyTable<EditorRemedy> = {
  lowerMaxSide: () => settings(t('Lower the setting sightline.image.maxSide.')),
  raiseTimeout: () => settings(t('Raise the setting sightline.requestTimeout.')),
  setProviderKey: () => ({
    text: t('Save the key with “Sightline: Set Provider Key”.'),
    button: 'setProviderKey',
  }),
  logIn: () => ({ text: t('Log in with “Sightline: Log In”.'), button: 'logIn' }),
  chooseModel: () => ({ text: t('Run “Sightline: Choose Model”.'), button: 'chooseModel' }),
  chooseApiFormat: () => settings(t('Choose the format with the setting sightline.apiFormat.')),
  correctProvider: () => settings(t('Correct the setting sightline.providers.')),
  correctServiceAddress: () => settings(t('Check the setting sightline.service.url.')),
  trustCertificate: () =>
    settings(
      t(
        'Add the certificate of your network or server to the system’s certificate store, and check the settings http.proxy and http.systemCertificates.',
      ),
    ),
  checkProxy: () => settings(t('Check the setting http.proxy.')),
  installImageProcessor: ({ os, cpu }) => ({
    text: t('Install the Sightline package for {os}-{cpu}.', { os, cpu }),
  }),
  updateSightline: () => ({ text: t('Update Sightline in the Extensions view.') }),
  resumeRun: () => ({ text: t('Then resume the run.') }),
  reopenRun: () => ({ text: t('Close the run and open it again.') }),
  raiseSpendingCap: () => ({ text: t('Raise the spending cap and resume the run.') }),
  replaceExport: () => ({ text: t('Choose another name or replace the file.') }),
  overwriteExports: () => ({ text: t('Export again and choose to replace the files of earlier exports.') }),
  exportForSpreadsheet: () => ({ text: t('Use the spreadsheet export to open the file in a spreadsheet.') }),
  exportUncertain: () => ({ text: t('Export again and choose “All Detections” to include them.') }),
  exportOnOneLine: () => ({ text: t('Export again and choose to join the lines.') }),
  renameOnConflict: () => ({
    text: t('Export again and choose to rename on conflict, or export .caption files.'),
  }),
  allowImageHost: ({ host }) =>
    settings(t('Add {host} to the setting sightline.image.allowedHosts.', { host })),
  chooseSchemaFirst: () => ({ text: t('Choose the schema first, then use this file for its classes.') }),
};

/** What goes with a message. */
interface Advice {
  hint?: string | undefined;
  remedy?: Remedy | undefined;
}

/** The hint of a failure, or of a notice, as the editor has it. */
export function editorHint({ hint, remedy }: Advice): string | undefined {
  const text = remedy === undefined ? undefined : remedyIn(editorRemedies, remedy).text;
  return [hint, text].filter(Boolean).join(' ') || undefined;
}

/** A message with the editor's hint after it. */
export function withEditorHint({ message, ...advice }: Advice & { message: string }): string {
  return [message, editorHint(advice)].filter(Boolean).join(' ');
}

/** Buttons that only the dialogs about a key have. */
type KeyButton = 'enterKey' | 'openKeysPage' | 'saveUnchecked';

/** What helps against each kind of failure, the likeliest first. */
const buttonsByCode: Record<ErrorCode, readonly (ButtonId | KeyButton)[]> = {
  missingKey: ['enterKey', 'setProviderKey', 'chooseModel'],
  keyRejected: ['enterKey', 'openKeysPage', 'setProviderKey', 'chooseModel'],
  permissionDenied: ['enterKey', 'openKeysPage', 'setProviderKey', 'chooseModel'],
  rateLimited: ['retry', 'chooseModel'],
  quotaExceeded: ['saveUnchecked', 'chooseModel'],
  badRequest: ['chooseModel', 'openSettings', 'retry'],
  notFound: ['chooseModel', 'openSettings', 'retry'],
  requestTooLarge: ['openSettings', 'retry'],
  network: ['retry', 'saveUnchecked', 'chooseModel', 'openSettings'],
  certificate: ['retry', 'openSettings', 'showLog'],
  timeout: ['retry', 'saveUnchecked', 'openSettings'],
  providerFailed: ['retry', 'chooseModel'],
  noAnswer: ['retry', 'chooseModel'],
  incomplete: ['retry', 'chooseModel', 'openSettings'],
  imagesUnsupported: ['chooseModel', 'retry'],
  unsupportedImage: [],
  imageTooLarge: ['openSettings'],
  store: ['retry', 'showLog'],
  notAService: ['retry', 'openSettings'],
  clientTooOld: [],
  untrusted: ['trustFolder'],
};

/** The buttons for a failure, of those that a surface `offers`. */
export function buttonsFor<B extends ButtonId | KeyButton>(
  { code, about, remedy }: SightlineError,
  offers: readonly B[],
): B[] {
  const first = remedy === undefined ? undefined : remedyIn(editorRemedies, remedy).button;
  const usual = buttonsByCode[code].map(button =>
    about === 'service' && button === 'setProviderKey' ? 'logIn' : button,
  );
  const ordered = [...new Set(first === undefined || usual.includes(first) ? usual : [first, ...usual])];
  return ordered.flatMap(button => offers.filter(offered => offered === button));
}

/** The command behind a button, with its arguments; a retry has none. */
export const buttonCommands: Record<
  Exclude<ButtonId, 'retry' | 'trustFolder'>,
  readonly [string, ...string[]]
> = {
  logIn: [commands.logIn],
  setProviderKey: [commands.setProviderKey],
  chooseModel: [commands.chooseModel],
  openSettings: ['workbench.action.openSettings', '@ext:sightline.sightline'],
  showLog: [commands.showLog],
};
