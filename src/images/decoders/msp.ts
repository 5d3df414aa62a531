import { type Decoded, Undecodable } from './raster.ts';
export function decodeMsp(_bytes: Uint8Array): Decoded {
  throw new Undecodable('not yet');
}
