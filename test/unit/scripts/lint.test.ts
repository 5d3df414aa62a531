import path from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const eslint = new ESLint({ cwd: root });

/** What lint finds where a file of the project had this text. */
async function findings(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, file) });
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? ''}: ${message}`);
}

/** Faults planted in files that there are, each with the rule that has to find it. */
const faults: [string, string, string, RegExp][] = [
  [
    'the ground floor imports a room',
    'src/base/shorten.ts',
    "import '../runs/progressText.ts';",
    /^boundaries/,
  ],
  ['the ground floor imports the editor', 'src/base/shorten.ts', "import 'vscode';", /^boundaries/],
  ['the ground floor imports Node.js', 'src/base/shorten.ts', "import 'node:fs';", /^no-restricted-imports/],
  [
    'the ground floor uses Node.js',
    'src/base/shorten.ts',
    'process.exit(1);',
    /^no-restricted-globals: .*process/,
  ],
  [
    'it imports its part for Node.js',
    'src/base/shorten.ts',
    "import './node/transport.ts';",
    /^no-restricted-imports/,
  ],
  [
    'browser code imports that part',
    'src/webview/shared/format.ts',
    "import '../../base/node/transport.ts';",
    /^no-restricted-imports/,
  ],
  [
    'a message imports that part',
    'src/protocol/picture.ts',
    "import '../base/node/transport.ts';",
    /^no-restricted-imports/,
  ],
  [
    'two files import each other',
    'src/images/imageErrors.ts',
    "import './open/readFile.ts';",
    /closes a circle: images\/imageErrors.ts → images\/open\/readFile.ts → images\/imageErrors.ts/,
  ],
  [
    'a circle of types',
    'src/base/errors.ts',
    "export type { Verdict } from './retryable.ts';",
    /closes a circle/,
  ],
  [
    'sister folders import each other',
    'src/inference/faults/quotaFault.ts',
    "import '../providers/models.ts';",
    /inference\/faults and inference\/providers import each other/,
  ],
];

test.each(faults)(
  'lint finds it where %s',
  async (_what, file, text, expected) => {
    expect(await findings(file, text)).toContainEqual(expect.stringMatching(expected));
  },
  120_000,
);
