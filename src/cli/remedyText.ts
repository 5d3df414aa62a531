import type { RemedyTable } from '../base/remedies.ts';

/** What a person at the command line does about a failure. */
export const remedyText: RemedyTable<string> = {
  lowerMaxSide: () => 'Use a smaller --max-side.',
  raiseTimeout: () => 'Use a longer --timeout.',
  setProviderKey: () => 'Save the key with "sightline provider set".',
  logIn: () => 'Log in with "sightline login".',
  chooseModel: () => 'Choose one with --provider and --model.',
  chooseApiFormat: () => 'Choose the format with --api.',
  correctProvider: () => 'Save it again with "sightline provider set".',
  correctServiceAddress: () => 'Check the address given with --service.',
  trustCertificate: () => 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of your network or server.',
  checkProxy: () => 'Check its proxy.',
  installImageProcessor: ({ os, cpu }) =>
    `Run "npm install --os=${os} --cpu=${cpu} sharp" where Sightline is installed.`,
  updateSightline: () => 'Update Sightline.',
  resumeRun: () => 'Then run the same command again.',
  reopenRun: () => 'Run the same command again.',
  raiseSpendingCap: () => 'Run the same command again with a larger --cap.',
  replaceExport: () =>
    'Choose another folder with --output, or move the file away. --overwrite edited replaces files changed since their export.',
  overwriteExports: () => '--overwrite ours replaces it.',
  exportForSpreadsheet: () => '--spreadsheet writes a file that is safe to open in one.',
  exportUncertain: () => '--with-uncertain includes them.',
  exportOnOneLine: () => '--one-line writes each description on one line.',
  renameOnConflict: () =>
    '--rename-on-conflict writes beside such files under another name; --export caption writes .caption files for all images.',
  allowImageHost: ({ host }) => `--allow-image-host ${host} allows it.`,
  chooseSchemaFirst: () => 'Give the schema with --schema and this file with --classes.',
};
