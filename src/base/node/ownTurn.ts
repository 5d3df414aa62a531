const waiting: (() => void)[] = [];

/**
 * Waits for a turn of one's own: in each round of the event loop one of those that wait goes on, in the order in which
 * they came. So however many bodies come at full speed, whatever else the process does waits for a piece of one of them
 * at most.
 */
export function ownTurn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
