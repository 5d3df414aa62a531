import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import type { Offer } from '../../../protocol/panel.ts';
import { IconButton } from '../../shared/buttons.tsx';
import { Codicon } from '../../shared/codicon.tsx';
import { usePanel } from '../panelContext.ts';

/** What is open and could go with the next question: a click attaches it, × takes the offer away. */
export function Offers({ offers }: { offers: readonly Offer[] }): VNode | null {
  const { post } = usePanel();
  if (offers.length === 0) return null;
  return (
    <ul class="chips offers" aria-label={t('Suggested context')}>
      {offers.map(({ kind, name }) => (
        <li key={kind} class="chip offer">
          <button
            type="button"
            class="attach"
            aria-label={t('Add {name}', { name })}
            title={t('Add {name} to the question', { name })}
            onClick={() => post({ type: 'attachOffer', kind, name })}
          >
            <Codicon name="add" />
            <span class="name" dir="auto">
              {name}
            </span>
          </button>
          <IconButton
            label={t('Dismiss {name}', { name })}
            icon="close"
            onClick={() => post({ type: 'dismissOffer', kind })}
          />
        </li>
      ))}
    </ul>
  );
}

/** The selected text that goes with the next question. */
export function AttachedSelection({ place }: { place: string }): VNode {
  const { post } = usePanel();
  return (
    <ul class="chips" aria-label={t('Attached selection')}>
      <li class="chip" title={t('{place}: this selection is sent with the question', { place })}>
        <Codicon name="code" />
        <span class="name" dir="auto">
          {place}
        </span>
        <IconButton
          label={t('Remove {place}', { place })}
          icon="close"
          onClick={() => post({ type: 'detachSelection' })}
        />
      </li>
    </ul>
  );
}
