import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../shared/buttons.tsx';
import { Codicon } from '../../shared/codicon.tsx';
import { withShortcut } from '../../shared/shortcut.ts';
import { takeFocus } from '../../shared/takeFocus.ts';
import { usePanel } from '../panelContext.ts';
import type { PanelState } from '../panelState.ts';
import { Attachments } from './attachments.tsx';
import { Continued } from './continued.tsx';
import { pastedPictures, sendIncoming } from './incomingPictures.ts';
import { AttachedSelection, Offers } from './offers.tsx';
import { Templates, templateId, useTemplates } from './templates.tsx';
import { UsedTokens } from './usedTokens.tsx';

interface ComposerProps {
  state: PanelState;
  /** An answer is on its way. */
  running: boolean;
  onDraft: (text: string) => void;
  onSubmit: (text: string) => void;
}

/** Where the next question is written: its pictures, its text, the model it goes to. */
export function Composer({ state, running, onDraft, onSubmit }: ComposerProps): VNode {
  const actions = usePanel();
  const { post } = actions;
  const { draft, attachments, model, entries, focusInput, followUpOf } = state;
  const box = useRef<HTMLTextAreaElement>(null);
  const ready = draft.trim() !== '' || attachments.length > 0;

  useEffect(() => {
    if (focusInput.serial > 0 && box.current) takeFocus(box.current);
  }, [focusInput]);

  const templates = useTemplates(draft, state.templates, {
    ask: () => post({ type: 'templates' }),
    choose: ({ id, prompt, isWrong, saysHow }) => {
      // With images a template is a question about them; without, it is one about the selected text.
      const goesAlone = attachments.length === 0 || isWrong === true || saysHow === true;
      onDraft(goesAlone ? '' : prompt);
      if (goesAlone) post({ type: 'template', id });
    },
  });
  const walked = templates.fitting.length > 0;

  const submit = () => {
    if (ready) onSubmit(draft);
    box.current?.focus();
  };
  /** ArrowUp in the empty box: the last question, to be sent again as it is or changed. */
  const recall = (): boolean => {
    const last = entries.findLast(({ id, prompt }) => prompt !== '' && !state.removed.has(id));
    if (draft !== '' || last === undefined) return false;
    onDraft(last.prompt);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (templates.onKey(event)) return;
    if (event.key === 'ArrowUp' && !event.shiftKey && recall()) return event.preventDefault();
    // While a word is being composed, Enter only ends the composition.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pictures = event.clipboardData && pastedPictures(event.clipboardData);
    if (!pictures) return;
    event.preventDefault();
    void sendIncoming(pictures, actions);
  };
  return (
    <section class="composer" aria-label={t('New question')}>
      <div class="composer-box">
        {followUpOf !== undefined && (
          <p class="chip follow-up" title={t('Sent along with the next question')}>
            <Codicon name="reply" />
            <span class="name" id="continued">
              <Continued entries={entries} from={followUpOf} />
            </span>
            <IconButton
              label={t('Ask Without What Came Before')}
              icon="close"
              onClick={() => post({ type: 'cancelFollowUp' })}
            />
          </p>
        )}
        <Offers offers={state.offers} />
        <Attachments pictures={attachments} />
        {state.selection !== undefined && <AttachedSelection place={state.selection} />}
        <Templates {...templates} />
        <textarea
          ref={box}
          rows={2}
          dir="auto"
          aria-label={t('Question')}
          aria-describedby={followUpOf === undefined ? undefined : 'continued'}
          aria-autocomplete={walked ? 'list' : undefined}
          aria-controls={walked ? 'templates' : undefined}
          aria-activedescendant={walked ? templateId(templates.active) : undefined}
          placeholder={
            attachments.length > 0
              ? t('Ask a question, or leave empty to describe')
              : t('Ask a question, paste an image, or type / for prompts')
          }
          value={draft}
          onInput={event => onDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div class="composer-row">
          <IconButton
            label={t('Add Images')}
            title={t('Add Images (paste, or drop while holding Shift)')}
            icon="add"
            onClick={() => post({ type: 'pickPictures' })}
          />
          {model && (
            <button
              type="button"
              class="model-button"
              title={t('Choose Model')}
              aria-label={t('Choose Model, current: {provider}, {model}', {
                provider: model.provider,
                model: model.model,
              })}
              onClick={() => post({ type: 'chooseModel' })}
            >
              <Codicon name={model.offline ? 'device-desktop' : 'sparkle'} />
              <span class="name" dir="auto">
                {[model.provider, model.model].filter(Boolean).join(' · ')}
              </span>
              <Codicon name="chevron-down" />
            </button>
          )}
          <span class="gap" />
          <UsedTokens entries={entries} prices={state.prices} />
          {running && (
            <button
              type="button"
              class="send stop"
              aria-label={t('Stop')}
              {...withShortcut(t('Stop'), 'Escape')}
              onClick={() => {
                post({ type: 'stop' });
                box.current?.focus();
              }}
            >
              <Codicon name="debug-stop" />
            </button>
          )}
          <button
            type="button"
            class="send"
            hidden={running && !ready}
            aria-label={t('Send')}
            aria-disabled={!ready}
            aria-describedby={ready ? undefined : 'send-reason'}
            {...(ready ? withShortcut(t('Send'), 'Enter') : { title: nothingToSend })}
            onClick={submit}
          >
            <Codicon name="send" />
          </button>
          <span id="send-reason" class="only-read" hidden={ready}>
            {nothingToSend}
          </span>
        </div>
      </div>
    </section>
  );
}

const nothingToSend = t('Enter a question or add an image to send.');
