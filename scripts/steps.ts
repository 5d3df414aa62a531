const begin = performance.now();

/** Says what is done next, with the seconds since the start. */
export function step(words: string): void {
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`[${seconds.padStart(5)} s] ${words}`);
}
