import { expect, test } from 'vitest';
import { ProgramFailed, run } from '../../../scripts/childProcess.ts';
import { projectFolder } from '../../../scripts/projectFolder.ts';

const simulate = (...words: string[]) =>
  run(process.execPath, [`${projectFolder}/scripts/scale/simulate.ts`, ...words]);

test('the command of the document says what a run of other assumptions takes', async () => {
  const words = ['--images', '5000000', '--rate', '3000', '--answer-ms', '1500'];
  const text = await simulate(...words, '--input-price', '0.1', '--output-price', '0.4');
  expect(text).toContain('| requests | 5,000,000 |');
  expect(text).toContain('| price | $810.00 |');
  expect(text).toMatch(/\| 3,000 \| 1 d 5 h \| 3 \|/);
});

test('what is no number above 0 is refused by its name', async () => {
  const refused: unknown = await simulate('--rate', 'fast').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ProgramFailed);
  expect((refused as ProgramFailed).output).toContain('--rate needs a number above 0.');
});
