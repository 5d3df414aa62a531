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
    <ul class="chips offers" aria-label="Suggested context">
      {offers.map(({ kind, name }) => (
        <li key={kind} class="chip offer">
          <button
            type="button"
            class="attach"
            aria-label={`Add ${name}`}
            title={`Add ${name} to the question`}
            onClick={() => post({ type: 'attachOffer', kind, name })}
          >
            <Codicon name="add" />
            <span class="name" dir="auto">
              {name}
            </span>
          </button>
          <IconButton
            label={`Dismiss ${name}`}
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
    <ul class="chips" aria-label="Attached selection">
      <li class="chip" title={`${place}: this selection is sent with the question`}>
        <Codicon name="code" />
        <span class="name" dir="auto">
          {place}
        </span>
        <IconButton
          label={`Remove ${place}`}
          icon="close"
          onClick={() => post({ type: 'detachSelection' })}
        />
      </li>
    </ul>
  );
}
