import { openEngine, Unopened, type Engine } from './engine/openEngine.ts';
import { recognisePixels } from './engine/recognisePixels.ts';
import { mostMemory } from './limits.ts';
import type { cancelMessage, RecogniseAnswer, RecogniseTask } from './recogniseInProcess.ts';
import { recognitionFiles } from './weights/recognitionFiles.ts';

/** Milliseconds between two looks at the memory. */
const watchMs = 200;

/** The image was cancelled. */
class Cancelled extends Error {}

let isCancelled = false;

/** The process that recognises: one image at a time, until its parent is gone or it holds too much. */
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(1);
}, watchMs);
try {
  const engine = await openEngine(await recognitionFiles());
  process.on('message', (message: RecogniseTask | typeof cancelMessage) => {
    isCancelled = 'cancel' in message;
    if ('image' in message) void answer(engine, message).then(given => process.send?.(given));
  });
  process.send?.({ ready: true });
} catch (error) {
  process.send?.({ ready: false, reason: reasonOf(error) });
}

/** Never rejects. */
async function answer(engine: Engine, { image, only }: RecogniseTask): Promise<RecogniseAnswer> {
  try {
    const findings = await recognisePixels(engine, image, {
      only,
      onFirst: first => process.send?.({ first }),
      pause,
    });
    return { findings };
  } catch (error) {
    if (error instanceof Cancelled) return { cancelled: true };
    return { fault: error instanceof Unopened ? 'unable' : 'failed', reason: reasonOf(error) };
  }
}

/** Lets a message in that says that nobody wants the image any more. */
async function pause(): Promise<void> {
  await new Promise(resolve => {
    setImmediate(resolve);
  });
  if (isCancelled) throw new Cancelled();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
