/** Largest picture that may be pasted or dropped into the panel, bytes. */
export const pastedPictureLimit = 50 * 1024 * 1024;
