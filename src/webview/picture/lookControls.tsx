import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { MappingChoice, PictureChannel, PictureLook } from '../../protocol/picture.ts';
import { Codicon } from '../shared/codicon.tsx';
import type { FromHost } from './pictureState.ts';

const channelNames: Readonly<Record<string, string>> = {
  colour: t('Colour'),
  red: t('Red'),
  green: t('Green'),
  blue: t('Blue'),
  luminance: t('Luminance'),
  alpha: 'Alpha',
};

/** Bands of a picture that are shown as colours, from 1. */
const colourBands = ['red', 'green', 'blue'];

/** A channel by its name; of a picture with more bands also by their numbers. */
function channelName(channel: PictureChannel, isGrey: boolean, bands: number | undefined): string {
  if (channel.startsWith('band')) return t('Band {band}', { band: channel.slice('band'.length) });
  const name = channel === 'colour' && isGrey ? t('Grey') : (channelNames[channel] ?? channel);
  if (bands === undefined || channel === 'luminance' || channel === 'alpha') return name;
  if (channel === 'colour')
    return isGrey ? t('{name} (band 1)', { name }) : t('{name} (bands 1, 2, 3)', { name });
  return t('{name} (band {band})', { name, band: colourBands.indexOf(channel) + 1 });
}

const pageNames = { page: t('Page'), frame: t('Frame'), picture: t('Picture') };

const mappingLabels: Record<MappingChoice['mode'], string> = {
  auto: t('As sent'),
  full: t('Full range'),
  window: t('Typical range'),
  own: t('Custom'),
};

interface LookControlsProps {
  opened: FromHost<'opened'>;
  drawn: FromHost<'drawn'>;
  onLook: (look: PictureLook) => void;
}

/** Page, channel and mapping of a picture. */
export function LookControls({ opened, drawn, onLook }: LookControlsProps): VNode {
  const { pages, pageWord, bands } = opened;
  const { look } = drawn;
  const [unfolded, setUnfolded] = useState(false);
  // Of 8 bits each value is seen as it is: who does not ask for the levels has no use for them. Which of more bands is
  // seen is another matter.
  const areBandsApart = bands !== undefined;
  const isPlain =
    opened.isByte === true && look.mapping.mode === 'auto' && (areBandsApart || look.channel === 'colour');
  return (
    <div class="look-controls">
      {pages > 1 && (
        <Choice
          label={pageNames[pageWord]}
          value={String(look.page)}
          options={Array.from({ length: pages }, (_, page) => [
            String(page),
            t('{page} of {pages}', { page: page + 1, pages }),
          ])}
          onChoose={page => onLook({ ...look, page: Number(page) })}
        />
      )}
      {areBandsApart && <Channels {...{ opened, drawn, onLook }} />}
      {isPlain && (
        <button
          type="button"
          class="text-button"
          aria-expanded={unfolded}
          title={
            areBandsApart
              ? t('Choose which values are black and white')
              : t('Choose a channel, and which values are black and white')
          }
          onClick={() => setUnfolded(!unfolded)}
        >
          <Codicon name={unfolded ? 'chevron-down' : 'chevron-right'} />{' '}
          {areBandsApart ? t('Levels') : t('Channel and Levels')}
        </button>
      )}
      {(!isPlain || unfolded) && !areBandsApart && <Channels {...{ opened, drawn, onLook }} />}
      {(!isPlain || unfolded) && <Levels {...{ drawn, onLook }} />}
    </div>
  );
}

/** The channel, where there are several. */
function Channels({ opened: { channels, bands }, drawn: { look }, onLook }: LookControlsProps): VNode | null {
  const isGrey = !channels.includes('red');
  if (channels.length < 2) return null;
  return (
    <Choice
      label={t('Channel')}
      value={look.channel}
      options={channels.map(channel => [channel, channelName(channel, isGrey, bands)])}
      onChoose={channel => onLook({ ...look, channel: channel as PictureChannel })}
    />
  );
}

/** Mapping and the values that are black and white. */
function Levels({ drawn, onLook }: Omit<LookControlsProps, 'opened'>): VNode {
  const { look } = drawn;
  return (
    <>
      <Choice
        label={t('Mapping')}
        value={look.mapping.mode}
        options={Object.entries(mappingLabels)}
        onChoose={mode => onLook({ ...look, mapping: chosen(mode as MappingChoice['mode'], drawn) })}
      />
      <Ends {...{ drawn, onLook }} />
    </>
  );
}

function chosen(mode: MappingChoice['mode'], { low, high }: FromHost<'drawn'>): MappingChoice {
  return mode === 'own' ? { mode, low, high } : { mode };
}

/** The values that are black and white; changing one makes them the person's own. */
function Ends({ drawn, onLook }: Omit<LookControlsProps, 'opened'>): VNode {
  const { low, high, look } = drawn;
  const set = (ends: { low: number; high: number }) => {
    if (ends.low < ends.high) onLook({ ...look, mapping: { mode: 'own', ...ends } });
  };
  return (
    <span class="ends">
      <Value
        label={t('Black')}
        value={low}
        isWrong={value => value >= high}
        onValue={value => set({ low: value, high })}
      />
      <Value
        label={t('White')}
        value={high}
        isWrong={value => value <= low}
        onValue={value => set({ low, high: value })}
      />
    </span>
  );
}

interface ValueProps {
  label: string;
  value: number;
  isWrong: (value: number) => boolean;
  onValue: (value: number) => void;
}

function Value({ label, value, isWrong, onValue }: ValueProps): VNode {
  const id = useId();
  return (
    <span class="control">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        step="any"
        // A new value of the host stands in the field, and what was typed does not outlive it.
        key={value}
        defaultValue={String(Number(value.toPrecision(7)))}
        onInput={event => {
          const given = event.currentTarget.valueAsNumber;
          event.currentTarget.setAttribute('aria-invalid', String(!Number.isFinite(given) || isWrong(given)));
        }}
        onChange={event => {
          const given = event.currentTarget.valueAsNumber;
          if (Number.isFinite(given) && !isWrong(given)) onValue(given);
        }}
      />
    </span>
  );
}

/** In a list these keys move by a page: the editor, to which keys go on, would turn to another image. */
function keepPageKeys(event: KeyboardEvent): void {
  if (event.key === 'PageUp' || event.key === 'PageDown') event.stopPropagation();
}

interface ChoiceProps {
  label: string;
  value: string;
  options: [value: string, words: string][];
  onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps): VNode {
  const id = useId();
  return (
    <span class="control" onKeyDown={keepPageKeys}>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={event => onChoose(event.currentTarget.value)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
