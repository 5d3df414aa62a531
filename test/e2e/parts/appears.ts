import type { Locator } from 'playwright-core';

/** Whether something shows within two seconds, or so many: for steps that are tried again when it does not. */
export function appears(element: Locator, timeout = 2000): Promise<boolean> {
  return element.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

/** Whether something is gone within two seconds. */
export function disappears(element: Locator): Promise<boolean> {
  return element.waitFor({ state: 'hidden', timeout: 2000 }).then(
    () => true,
    () => false,
  );
}
