/**
 * What an image is: `page` of text, `diagram` (charts and plans, too), `map` of values in false colours; `unclear` where
 * nothing tells.
 */
export type ImageKind = 'photo' | 'screenshot' | 'drawing' | 'diagram' | 'page' | 'map' | 'unclear';
