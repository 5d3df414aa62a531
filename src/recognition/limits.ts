/** What recognising an image may cost. */

/** Longest side of the copy that is looked at, pixels: small text in a screenshot is still legible in it. */
export const longestSide = 2400;

/** Most lines of text that are read, of those found from the top. */
export const mostLines = 300;

/** Widest strip of a line that is read, pixels at 48 high; a wider line is squeezed into it. */
export const widestStrip = 3200;

/** Milliseconds of processor time after which no more lines are begun: a wall of text costs seconds, not a minute. */
export const readingTime = 12_000;

/** Most codes that are looked for; the reader counts them in one byte. */
export const mostCodes = 255;

/** Most characters of a code that are kept. */
export const longestCode = 10_000;

/** Most faces and most things that are kept, the surest first. */
export const mostBoxes = 300;

/** Milliseconds for one image, generous for a busy machine. */
export const imageTimeout = 180_000;

/** Milliseconds until a process that does not say that it is ready counts as one that never will be. */
export const startTimeout = 180_000;

/** Milliseconds that a cancelled image has to come back before its process is ended. */
export const cancelGrace = 700;

/** Milliseconds without an image after which a process ends. */
export const idleTime = 180_000;

/** Most memory that a process may hold, bytes; beyond it, it ends itself. */
export const mostMemory = 2_500_000_000;

/** What a machine has where two images are looked at at once: processors, and bytes of memory. */
export const twoAtOnce = { processors: 4, memory: 8_000_000_000 };
