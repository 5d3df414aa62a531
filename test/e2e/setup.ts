import { afterAll, afterEach } from 'vitest';
import { endAllOnSignals } from '../../scripts/childProcess.ts';
import { openEditors } from './startEditor.ts';

endAllOnSignals();

/** A failed scenario leaves a picture of each window behind, and what its console said last about Sightline. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const name = task.name.replaceAll(/[^\w-]+/g, '-').slice(0, 80);
  for (const [index, editor] of [...openEditors].entries()) {
    await editor.screenshot(`failed-${name}${index === 0 ? '' : `-${index}`}`);
    const lines = editor.consoleLines.filter(line => /sightline/i.test(line)).map(line => line.slice(0, 400));
    if (lines.length > 0) console.error(lines.slice(-20).join('\n'));
  }
});

afterAll(async () => {
  for (const editor of openEditors) await editor.close();
});
