/** Makes the packet to be written from the one that is there; `undefined` where that is better left alone. */
export type XmpEditor = (standing: string | undefined) => string | undefined;
