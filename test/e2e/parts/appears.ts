import type { Locator } from 'playwright-core';

/** Whether something shows within two seconds: for steps that are tried again when it does not. */
export function appears(element: Locator): Promise<boolean> {
  return element.waitFor({ timeout: 2000 }).then(
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
