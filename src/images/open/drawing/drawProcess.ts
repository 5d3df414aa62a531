import { followTranslations, type GivenTranslations } from '../../../base/l10n.ts';
import { answerDrawTask } from './answerDrawTask.ts';
import { exitOutOfMemory, maxDrawingMemory, type DrawTask } from './drawInProcess.ts';

/** Milliseconds between two looks at the memory. */
const watchMs = 50;

/** The process that draws: one task at a time, until its parent is gone or it holds too much. */
process.on('message', (message: DrawTask | GivenTranslations) => {
  if (followTranslations(message)) return;
  void answerDrawTask(message as DrawTask).then(answer => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (process.memoryUsage.rss() > maxDrawingMemory) process.exit(exitOutOfMemory);
}, watchMs);
process.send?.('ready');
