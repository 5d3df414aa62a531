import type { Frame, Page } from 'playwright-core';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

/**
 * The frame of a page of ours that holds an element. Where several of them stand side by side, their outer frames look
 * alike; a tab that is hidden has none.
 */
export async function frameWith(page: Page, selector: string): Promise<Frame> {
  let found: Frame | undefined;
  const look = async (): Promise<boolean> => {
    for (const frame of page.frames()) {
      // A frame that goes away meanwhile has nothing in it; one that never comes to be does not answer.
      const count = await Promise.race([
        frame
          .locator(selector)
          .count()
          .catch(() => 0),
        wait(2000, 0),
      ]);
      if (count > 0) found = frame;
    }
    return found !== undefined;
  };
  await expect.poll(look, { timeout: 60_000 }).toBe(true);
  if (found === undefined) throw new Error(`No frame holds ${selector}.`);
  return found;
}
