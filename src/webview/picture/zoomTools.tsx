import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { withShortcut } from '../shared/shortcut.ts';
import { Codicon } from '../shared/codicon.tsx';
import { probed, toggleProbe, type StageActions } from './stageKeys.ts';
import type { Viewing } from './useViewing.ts';

interface ZoomToolsProps extends StageActions {
  viewing: Viewing;
}

/** Buttons for what the keys do. */
export function ZoomTools(props: ZoomToolsProps): VNode {
  const { viewing, probing } = props;
  return (
    <div class="zoom-tools" role="group" aria-label={t('Zoom')}>
      <Tool label={t('Zoom Out')} keys="-" icon="zoom-out" onClick={() => viewing.step(-1, probed(props))} />
      <span class="scale" aria-live="polite">
        {percent(viewing.view.scale)}
      </span>
      <Tool label={t('Zoom In')} keys="+" icon="zoom-in" onClick={() => viewing.step(1, probed(props))} />
      <button
        type="button"
        class="text-button"
        aria-pressed={viewing.isFitting}
        {...withShortcut(t('Fit the whole image'), '0')}
        onClick={viewing.fit}
      >
        {t('Fit')}
      </button>
      <button
        type="button"
        class="text-button"
        {...withShortcut(t('Actual size: one image pixel per screen pixel'), '1')}
        onClick={() => viewing.zoomTo(1, probed(props))}
      >
        100 %
      </button>
      <button
        type="button"
        class="text-button"
        aria-pressed={probing}
        {...withShortcut(t('Move a crosshair pixel by pixel with the arrow keys'), 'P')}
        onClick={() => toggleProbe(props)}
      >
        <Codicon name="target" /> {t('Probe')}
      </button>
    </div>
  );
}

function Tool({
  label,
  keys,
  icon,
  onClick,
}: Record<'label' | 'keys' | 'icon', string> & { onClick: () => void }): VNode {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      {...withShortcut(label, keys)}
      onClick={onClick}
    >
      <Codicon name={icon} />
    </button>
  );
}

function percent(scale: number): string {
  return `${scale < 0.1 ? (scale * 100).toFixed(1) : Math.round(scale * 100)} %`;
}
