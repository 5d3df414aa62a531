import type { ImageOptions } from '../images/preparedImage.ts';
import { readSetting } from './settings.ts';

/** How images are fitted for sending, as the settings say now. */
export function imageSettings(): ImageOptions {
  return {
    maxSide: readSetting('image.maxSide'),
    quality: readSetting('image.quality'),
    detail: readSetting('image.detail'),
    mapping: readSetting('image.mapping'),
  };
}
