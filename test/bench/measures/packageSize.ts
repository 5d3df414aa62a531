import { stat } from 'node:fs/promises';
import type { Measure } from '../figure.ts';

/** The VSIX of this platform: recognition is 11 MB of it, libvips 8, the decoder of rare formats 5. */
export const measure: Measure = async ({ vsix }) => {
  const { size } = await stat(vsix);
  return [
    {
      name: 'packageMb',
      title: 'VSIX for this platform',
      value: size / 1024 / 1024,
      unit: 'MB',
      limit: 30,
      details: {},
    },
  ];
};
