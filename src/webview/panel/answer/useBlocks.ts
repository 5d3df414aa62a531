import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { nextBlocks, noBlocks, liveLength, type Blocks } from './blocks.ts';
import { DrawingPace } from './drawingPace.ts';

/** What is read and drawn again with each piece of a text may be as long as this without a thought of how often, characters. */
const shortEnough = 4000;

/**
 * A text cut into its blocks. While it grows, a long block at its end (a table, a list, a paragraph) is drawn again at a
 * {@link DrawingPace}; what has come last is drawn all the same when nothing more comes.
 */
export function useBlocks(text: string, growing: boolean): Blocks {
  const blocks = useRef(noBlocks);
  const { current: pace } = useRef(new DrawingPace());
  const [asked, drawAgain] = useReducer((count: number) => count + 1, 0);

  const before = blocks.current;
  const began = performance.now();
  const paced = growing && before.growing && liveLength(before) > shortEnough;
  if (!paced || pace.wait(began) === 0) blocks.current = nextBlocks(before, text, growing);

  const drawn = blocks.current;
  useLayoutEffect(() => {
    if (drawn === before) return;
    pace.drew(began, performance.now());
    // The layout of the page belongs to it: a task comes after the frame that is being drawn.
    const timer = setTimeout(() => pace.drew(began, performance.now()));
    return () => clearTimeout(timer);
  }, [drawn]);
  useEffect(() => {
    if (!growing || drawn.text === text) return;
    let frame = 0;
    const draw = () => (frame = requestAnimationFrame(() => drawAgain(undefined)));
    const timer = setTimeout(draw, pace.wait(performance.now()));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    // Also where drawing was asked for too soon, since the last one took longer than was known: else nothing asks again.
  }, [drawn, text, growing, asked]);
  return drawn;
}
