import type { RunPageMessage } from '../../../src/protocol/run.ts';
import type { RunPage } from './runPage.ts';

type Posted<Type extends RunPageMessage['type']> = Extract<RunPageMessage, { type: Type }>;

/** What the page has posted of one kind. */
export function posted<Type extends RunPageMessage['type']>({ host }: RunPage, type: Type): Posted<Type>[] {
  return host.posted.filter((message): message is Posted<Type> => message.type === type);
}

/** The rows that are within sight, as the page shows them: position and name; `''` for one that has not come. */
export function seenRows({ page }: RunPage): Promise<[position: number, name: string][]> {
  return page.evaluate(() => {
    const box = document.querySelector('.table-box')?.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.row')]
      .filter(row => {
        const { top, bottom } = row.getBoundingClientRect();
        return box !== undefined && bottom > box.top + 30 && top < box.bottom - 2;
      })
      .map((row): [number, string] => [
        Number(row.dataset['position']),
        row.querySelector('.row-name')?.textContent ?? '',
      ])
      .sort(([one], [other]) => one - other);
  });
}

/** Name of the row with the focus; `undefined` where no row has it. */
export function focusedRow({ page }: RunPage): Promise<string | undefined> {
  return page.evaluate(
    () =>
      document.activeElement?.closest('[role="row"]')?.querySelector('.row-name')?.textContent ?? undefined,
  );
}

/** Scrolls the table to a number of pixels, as a drag of the scroll bar does. */
export async function scrollTo(run: RunPage, top: number): Promise<void> {
  await run.page.locator('.table-box').evaluate((box, to) => box.scrollTo(0, to), top);
  await run.drawn();
}

/** Waits until a condition holds, for at most ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It did not come to this: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
