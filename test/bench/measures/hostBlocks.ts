import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

const [images, contents] = [50_000, 500];

/** The longest that large work holds the thread of the extension host. */
export const measure: Measure = async ({ scratch }) => {
  const blocks = await runChild('hostBlocks.ts', [scratch, String(images), String(contents)]);
  return [
    {
      name: 'runBlockMs',
      title: `longest that a run of ${images} images holds the thread`,
      value: blocks['runMs'] ?? Number.NaN,
      unit: 'ms',
      limit: 50,
      details: {
        'opening it again': blocks['openMs'] ?? Number.NaN,
        'milliseconds of its thread an image': blocks['rowMs'] ?? Number.NaN,
      },
    },
    {
      name: 'deepImageBlockMs',
      title: 'longest that a grey 16-bit image of 100 megapixels does',
      value: blocks['deepMs'] ?? Number.NaN,
      unit: 'ms',
      limit: 50,
      details: {},
    },
  ];
};
