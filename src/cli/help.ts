import { exitCodes } from './exitCodes.ts';

/** The environment variables that are read, with what they are for. */
export const environment: readonly (readonly [string, string])[] = [
  ['SIGHTLINE_PROVIDER', 'default provider; overrides "sightline use"'],
  ['SIGHTLINE_MODEL', 'default model'],
  ['ULTRALYTICS_API_KEY', 'key of the public service; overrides the saved login'],
  ['SIGHTLINE_API_KEY', 'the same for any other service'],
  ['SIGHTLINE_SERVICE', 'address of the service; SIGHTLINE_API_KEY is then sent only there'],
  ['OPENAI_API_KEY, …', 'provider keys, by the names the providers use'],
  ['SIGHTLINE_CONFIG_DIR', 'configuration folder'],
  ['SIGHTLINE_RECOGNITION=off', 'only measure images, do not recognize objects and text'],
  ['SIGHTLINE_MODELS_DIR', 'folder of the models on this machine'],
  ['SIGHTLINE_MODELS_MIRROR', 'mirror of the hub that they are downloaded from'],
  ['SIGHTLINE_KEYCHAIN=off', 'save keys in files of mode 0600, not in the system keychain'],
];

/** What the general help says in whole sentences. */
export const generalSentences = [
  'Without a provider, the offline describer says what it recognizes in images on this\nmachine: common objects, faces, text and codes. It needs no key and sends nothing.',
  'A key is taken from --key-file, else from the environment, else from what was\nsaved. It is sent only to the server it belongs to.',
  'Results go to standard output, messages to standard error as\n"sightline: CODE: message". With --json, both are one JSON object per line.',
] as const;

/** What the general help says after its list of commands. */
export const generalHelp = sections(
  generalSentences[0],
  generalSentences[1],
  titled(
    'Exit codes',
    Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
  ),
  titled('Environment variables', environment),
  generalSentences[2],
);

/** Sections of help, each after an empty line. */
export function sections(...texts: readonly string[]): string {
  return texts.map(text => `\n${text}`).join('\n');
}

function titled(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length)) + 2;
  return `${title}:\n${rows.map(([term, text]) => `  ${term.padEnd(width)}${text}`).join('\n')}`;
}
