import type { CaptionAnswer, CaptionNote, CaptionTask } from './captionTask.ts';
import { openCaptioner, type OpenCaptioner } from './openCaptioner.ts';

/** Milliseconds between two looks at the memory, and most of it in bytes; beyond it the process ends itself. */
const [watchMs, mostMemory] = [200, 4_000_000_000];

let open: { folder: string; captioner: OpenCaptioner } | undefined;

/** The process that runs captioning models: one image at a time, one model open, until its parent is gone. */
process.on('disconnect', () => process.exit());
process.on('message', (task: CaptionTask) => {
  void answer(task).then(given => process.send?.(given));
});
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(1);
}, watchMs);
process.send?.('ready');

/** Never rejects. */
async function answer(task: CaptionTask): Promise<CaptionAnswer> {
  try {
    if (open?.folder !== task.folder) {
      await open?.captioner.close();
      open = undefined;
      open = { folder: task.folder, captioner: await openCaptioner(task) };
    }
    return await open.captioner.caption(task, piece => {
      process.send?.({ piece } satisfies CaptionNote);
    });
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
