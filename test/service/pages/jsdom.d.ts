/** The part of jsdom that the tests of the pages use; it brings no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { url: string });
    readonly window: Window;
  }
}
