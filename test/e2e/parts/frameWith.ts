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
    found = await frameNowWith(page, selector);
    return found !== undefined;
  };
  await expect.poll(look, { timeout: 60_000 }).toBe(true);
  if (found === undefined) throw new Error(`No frame holds ${selector}.`);
  return found;
}

/** The frame that holds an element now, where there is one. */
export async function frameNowWith(page: Page, selector: string): Promise<Frame | undefined> {
  for (const frame of page.frames().toReversed()) {
    // A frame that goes away meanwhile has nothing in it; one that never comes to be does not answer.
    const count = frame
      .locator(selector)
      .count()
      .catch(() => 0);
    if ((await Promise.race([count, wait(2000, 0)])) > 0) return frame;
  }
  return undefined;
}
