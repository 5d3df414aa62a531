/**
 * Milliseconds for which work held this thread at most at a stretch, of the thread's own processor time: what other programs
 * take meanwhile does not count.
 */
export async function heldThread(work: () => Promise<unknown>): Promise<number> {
  let [last, most] = [threadMs(), 0];
  const look = (): void => {
    const now = threadMs();
    most = Math.max(most, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  clearInterval(timer);
  look();
  return most;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
