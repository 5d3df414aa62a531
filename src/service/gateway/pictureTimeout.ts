/** Milliseconds in which an image of a question to the offline describer is recognised; after them it is only measured. */
export const pictureTimeout = 60_000;
