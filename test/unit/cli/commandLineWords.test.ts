import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hintOnCommandLine, inCommandLineWords } from '../../../src/cli/commandLineWords.ts';

const source = path.resolve(import.meta.dirname, '../../../src');
const editorsWords =
  /sightline\.(?!txt|caption|xmp)[a-z]|the editor['’]|Extensions view|the command “|Set Provider Key|Log In”|[Rr]esume the run|Close the run|Export for|say that (?!a)/;

/** Every text in single or double quotes or backticks of a room that serves the editor and the command line. */
function texts(): string[] {
  return ['inference', 'platform', 'images', 'runs']
    .flatMap(room =>
      readdirSync(path.join(source, room), { recursive: true, encoding: 'utf8' }).map(file =>
        path.join(room, file),
      ),
    )
    .filter(file => file.endsWith('.ts'))
    .flatMap(file =>
      readFileSync(path.join(source, file), 'utf8')
        .split('\n')
        .filter(line => !/^\s*(\/?\*|\/\/)/.test(line))
        .flatMap(line => line.match(/'(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)+"|`(?:[^`\\]|\\.)+`/g) ?? []),
    );
}

test('no message of the shared rooms tells a person at the command line about the editor', () => {
  const about = texts().filter(text => editorsWords.test(text));
  expect(about.length).toBeGreaterThan(5);
  const left = about.filter(text => editorsWords.test(inCommandLineWords(text)));
  // Named in other ways: by an option of the describer, and by the hint for certificates.
  const handled =
    /Choose Model|http\.proxy|“Http: Proxy”|^'sightline\.requestTimeout'$|offline\.sightline\.invalid|certificate/;
  expect(left.filter(text => !handled.test(text))).toEqual([]);
});

test('the hint about certificates names what Node.js heeds', () => {
  expect(hintOnCommandLine('certificate', 'See the editor.')).toContain('NODE_EXTRA_CA_CERTS');
  expect(hintOnCommandLine('network', 'See the network.')).toBe('See the network.');
});
