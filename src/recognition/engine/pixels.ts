/** An upright, opaque image: red, green and blue of each pixel, 0 to 255, rows from the top. */
export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}
