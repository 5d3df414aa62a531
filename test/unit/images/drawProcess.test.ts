import { afterEach, describe, expect, test } from 'vitest';
import { childEnvironment } from '../../../src/base/node/forkWorker.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { png, red, solid } from '../../support/pictures.ts';

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>',
);
const own = process.execPath;
afterEach(() => {
  process.execPath = own;
});

describe('B17: where the process that draws cannot be started', () => {
  test.each([
    ['there is no program', '/nowhere/node', 'ENOENT'],
    ['starting it is refused at once', 'node\0', 'null bytes'],
    ['it ends before it can draw', '/usr/bin/false', 'it ended at once: 1'],
  ])(
    '%s: the error says so, other images are read, and the next SVG tries again',
    async (_, program, reason) => {
      process.execPath = program;
      const refused = prepareImage(drawing, { name: 'plan.svg' });
      await expect(refused).rejects.toThrow(
        'Unable to read image source plan.svg: the process that draws SVG could not be started (',
      );
      await expect(refused).rejects.toThrow(reason);
      expect(await prepareImage(await png(solid(4, 4, red)))).toMatchObject({ width: 4 });
    },
  );

  test('it draws as soon as it can be started', async () => {
    expect(await prepareImage(drawing)).toMatchObject({ original: { width: 40, height: 20 } });
  });
});

test('B1: the process that draws runs as Node.js in an Electron program, and gets no keys', () => {
  const given = {
    ...{ PATH: '/bin', FONTCONFIG_PATH: '/etc/fonts', LC_ALL: 'C' },
    ...{ OPENAI_API_KEY: 'k', SIGHTLINE_KEY: 'k', NODE_OPTIONS: '--require x', VSCODE_PID: '1' },
  };
  const kept = { PATH: '/bin', FONTCONFIG_PATH: '/etc/fonts', LC_ALL: 'C' };
  expect(childEnvironment(given, false)).toEqual(kept);
  expect(childEnvironment(given, true)).toEqual({ ...kept, ELECTRON_RUN_AS_NODE: '1' });
});
