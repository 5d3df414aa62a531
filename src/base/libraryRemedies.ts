import { SightlineError } from './errors.ts';
import { hintIn, type RemedyTable } from './remedies.ts';

/** What a program that uses the library does about a failure; nothing where no function of it fails so. */
export const libraryRemedies: RemedyTable<string | undefined> = {
  lowerMaxSide: () => 'Lower `maxSide` of the image options.',
  raiseTimeout: () => 'Raise the `timeout` option, in milliseconds.',
  setProviderKey: () => 'Pass `apiKey`, or set the environment variable OPENAI_API_KEY.',
  logIn: () => 'Pass the key as `apiKey`.',
  chooseModel: () => 'Pass another `model`.',
  chooseApiFormat: () => 'Set the `api` option.',
  correctProvider: () => undefined,
  correctServiceAddress: () => 'Correct `baseURL`.',
  trustCertificate: () => 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of your network or server.',
  checkProxy: () => 'Check its proxy; pass `fetch` to use one.',
  installImageProcessor: ({ os, cpu }) => `Run: npm install --os=${os} --cpu=${cpu} sharp`,
  updateSightline: () => 'Update the library.',
  resumeRun: () => undefined,
  reopenRun: () => undefined,
  raiseSpendingCap: () => undefined,
  replaceExport: () => undefined,
  overwriteExports: () => undefined,
  exportForSpreadsheet: () => undefined,
  exportUncertain: () => undefined,
  exportOnOneLine: () => undefined,
  renameOnConflict: () => undefined,
  allowImageHost: () => undefined,
  chooseSchemaFirst: () => undefined,
};

const advised = new WeakSet<SightlineError>();

/** The error itself; its hint says from now on what a user of the library, which has these remedies, can do. */
export function withLibraryHint(error: unknown, remedies = libraryRemedies): unknown {
  if (error instanceof SightlineError && !advised.has(error)) {
    advised.add(error);
    error.hint = hintIn(remedies, error);
  }
  return error;
}
