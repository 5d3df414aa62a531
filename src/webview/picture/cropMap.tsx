import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import type { Region } from '../../protocol/picture.ts';
import { scaledRegion, type Crops } from './crops.ts';
import type { ViewSize } from './viewMaths.ts';

interface CropMapProps {
  /** The overview, a data URL. */
  overview: string;
  crops: Crops;
  /** The chosen crop, from 0; undefined for the overview alone. */
  crop: number | undefined;
  onCrop: (crop: number | undefined) => void;
}

/** The overview, small, with the numbered crops where they lie: each shows its crop large. */
export function CropMap({ overview, crops, crop, onCrop }: CropMapProps): VNode {
  const { across } = crops;
  return (
    <div class="crop-map" role="group" aria-label={t('Sent crops')}>
      <div class="crop-grid">
        <img src={overview} alt="" />
        {crops.crops.map((region, at) => (
          <button
            key={at}
            type="button"
            style={placeIn(crops, region)}
            aria-pressed={at === crop}
            aria-label={t('Crop {crop}, row {row}, column {column}', {
              crop: at + 1,
              row: Math.floor(at / across) + 1,
              column: (at % across) + 1,
            })}
            title={t('Show crop {crop}', { crop: at + 1 })}
            onClick={() => onCrop(at === crop ? undefined : at)}
          >
            <span>{at + 1}</span>
          </button>
        ))}
      </div>
      <div class="crop-words">
        <p class="hint">
          {t('Sent as an overview and {crops} crops. Choose one to see it as it was sent.', {
            crops: crops.crops.length,
          })}
        </p>
        <button
          type="button"
          class="text-button"
          aria-pressed={crop === undefined}
          onClick={() => onCrop(undefined)}
        >
          {t('Overview')}
        </button>
      </div>
    </div>
  );
}

function placeIn(picture: ViewSize, region: Region): Record<string, string> {
  const { left, top, width, height } = scaledRegion(region, picture, { width: 100, height: 100 });
  return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
}
