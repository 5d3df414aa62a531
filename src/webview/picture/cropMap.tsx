import type { VNode } from 'preact';
import type { Crops } from './crops.ts';

interface CropMapProps {
  /** The overview, a data URL. */
  overview: string;
  crops: Crops;
  /** The chosen crop, from 0; undefined for the overview alone. */
  crop: number | undefined;
  onCrop: (crop: number | undefined) => void;
}

/** The overview, small, with the numbered crops where they lie: each shows its crop large. */
export function CropMap({ overview, crops: { across, dataUrls }, crop, onCrop }: CropMapProps): VNode {
  return (
    <div class="crop-map" role="group" aria-label="Crops that were sent">
      <div class="crop-grid">
        <img src={overview} alt="" />
        <div class="cells" style={{ gridTemplateColumns: `repeat(${across}, 1fr)` }}>
          {dataUrls.map((_, at) => (
            <button
              key={at}
              type="button"
              aria-pressed={at === crop}
              aria-label={`Crop ${at + 1}, row ${Math.floor(at / across) + 1}, column ${(at % across) + 1}`}
              title={`Show crop ${at + 1}`}
              onClick={() => onCrop(at === crop ? undefined : at)}
            >
              <span>{at + 1}</span>
            </button>
          ))}
        </div>
      </div>
      <div class="crop-words">
        <p class="hint">
          Sent as an overview and {dataUrls.length} crops. Choose one to see it as it was sent.
        </p>
        <button
          type="button"
          class="text-button"
          aria-pressed={crop === undefined}
          onClick={() => onCrop(undefined)}
        >
          Overview
        </button>
      </div>
    </div>
  );
}
