import { type Decoded, Undecodable } from './raster.ts';
export function decodeFtex(_bytes: Uint8Array): Decoded {
  throw new Undecodable('not yet');
}
