import type { ErrorCode } from '../base/errors.ts';

/** What the rooms that serve the editor too call by the editor's name, and its name on the command line. */
const names: readonly (readonly [RegExp, string])[] = [
  [/setting sightline\.service\.url/g, 'option --service'],
  [/setting sightline\.requestTimeout/g, 'option --timeout'],
  [/setting sightline\.image\.maxSide/g, 'option --max-side'],
  [/setting sightline\.apiFormat/g, 'option --api'],
  [/Update Sightline in the Extensions view\./g, 'Update Sightline.'],
  [/the command “Set Provider Key”/g, '"sightline provider set"'],
  [/the command “Log In”/g, '"sightline login"'],
  [/Save the key with Set Provider Key\./g, 'Save the key with "sightline provider set".'],
  [/Export for a spreadsheet to open the file in one\./g, '--spreadsheet makes a file for one.'],
  [/; say that such files are overwritten to replace it\./g, '; --overwrite ours replaces it.'],
  [
    /Choose another name, or say that it is to be replaced\./g,
    'Choose another folder by --output, or move it away. --overwrite edited replaces what was changed since.',
  ],
  [/Raise the spending cap, and resume the run\./g, 'The same command with a larger --cap goes on.'],
  [/\bResume the run (?=then|when)/g, 'Give the same command again '],
  [/, then resume the run\./g, ', then give the same command again.'],
  [/Close the run and open it again\./g, 'Give the same command again.'],
  [
    /choose the form first, then this file for its classes\./g,
    'give the form by --schema, and this file by --classes.',
  ],
  [/ and the editor['’]s proxy settings/g, ' and its proxy'],
  [/sightline\.providers, "([^"]*)": "([^"]*)"/g, 'The provider $1: "$2"'],
  [/sightline\.providers: /g, 'The provider: '],
];

/** A message of a shared room, with the options and commands of the command line in place of the editor's. */
export function inCommandLineWords(message: string): string {
  return names.reduce((text, [editors, ours]) => text.replace(editors, ours), message);
}

/** The hint that goes with an error: where Node.js itself needs other remedies than the editor, those. */
export function hintOnCommandLine(code: ErrorCode, hint: string | undefined): string | undefined {
  return code === 'certificate'
    ? 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of your network or server.'
    : hint;
}
