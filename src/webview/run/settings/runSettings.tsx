import { t } from '../../../base/l10n.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunPageMessage, RunView } from '../../../protocol/run.ts';
import { Button } from '../../shared/buttons.tsx';
import { Codicon } from '../../shared/codicon.tsx';
import { isQuestionOpen } from '../text/phaseText.ts';
import {
  capText,
  earlierText,
  estimateText,
  keptText,
  modelText,
  imagesText,
  priceText,
  sentText,
  sharingNotes,
  sharingText,
  storageText,
} from '../text/settingsText.ts';
import { CapField } from './capField.tsx';
import { useTypedText } from './useTypedText.ts';

interface RunSettingsProps {
  run: RunView;
  post: (message: RunPageMessage) => void;
}

/** What will be asked, of which pictures, where they go and what it takes. Open until the run starts. */
export function RunSettings({ run, post }: RunSettingsProps): VNode {
  const planning = usePlanning(run);
  const [open, setOpen] = useState(planning);
  useEffect(() => setOpen(planning), [planning]);
  // Opened to raise the cap, say, it gives its room back to the table.
  const isRunning = run.phase === 'running';
  useEffect(() => {
    if (isRunning) setOpen(false);
  }, [isRunning]);
  const { earlier } = run;
  const fixed = !isQuestionOpen(run.phase);
  const spendingFixed = fixed && run.phase !== 'paused';
  const prompt = useTypedText(run.prompt, text => post({ type: 'setPrompt', prompt: text }));
  return (
    <details class="run-settings" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Codicon name={open ? 'chevron-down' : 'chevron-right'} />
        <span class="run-settings-title">{t('Run settings')}</span>
        {!open && (
          <span class="muted brief" dir="auto">
            {[modelText(run), capText(run), firstWord(run.prompt)].filter(Boolean).join(' · ')}
          </span>
        )}
      </summary>
      <div class="run-settings-rows">
        <Item title={t('Images')}>
          <p>{imagesText(run)}</p>
          {storageText(run).map(words => (
            <p key={words} class="muted">
              {words}
            </p>
          ))}
        </Item>
        {earlier && (
          <Item
            title={t('Earlier run')}
            action={
              <Button label={t('Open')} secondary onClick={() => post({ type: 'openRun', id: earlier.id })} />
            }
          >
            <p dir="auto">{earlierText(earlier)}</p>
          </Item>
        )}
        <Item
          title={<label for="prompt">{t('Prompt')}</label>}
          action={
            <Button
              label={t('Choose Prompt')}
              secondary
              disabled={fixed}
              onClick={() => post({ type: 'choosePrompt' })}
            />
          }
        >
          <textarea
            id="prompt"
            dir="auto"
            rows={3}
            placeholder="Describe the image."
            disabled={fixed}
            maxLength={200_000}
            {...prompt}
          />
        </Item>
        <Item
          title={t('Model')}
          action={
            <Button
              label={t('Choose Model')}
              secondary
              disabled={fixed}
              onClick={() => post({ type: 'chooseModel' })}
            />
          }
        >
          <p dir="auto">{modelText(run)}</p>
        </Item>
        <Item
          title={t('Answer schema')}
          action={
            <Button
              label={t('Choose Schema')}
              secondary
              disabled={fixed}
              onClick={() => post({ type: 'chooseSchema' })}
            />
          }
        >
          <p dir="auto">{run.schema ?? t('None (free text)')}</p>
        </Item>
        <Item title={t('Estimate')}>
          <Estimate run={run} />
        </Item>
        {!run.offline && (
          <Item
            title={t('Price')}
            action={
              <Button
                label={t('Set Price')}
                secondary
                disabled={spendingFixed}
                onClick={() => post({ type: 'setPrice' })}
              />
            }
          >
            <p>{priceText(run)}</p>
          </Item>
        )}
        {!run.offline && (
          <Item title={<label for="cap">{t('Spending cap')}</label>}>
            <CapField run={run} disabled={spendingFixed} post={post} />
          </Item>
        )}
        <Item title={t('Sent')}>
          <p>{sentText(run)}</p>
        </Item>
        {run.sharing && (
          <Item
            title={t('Shared answers')}
            actionBelow
            action={<SharingButtons sharing={run.sharing} disabled={fixed} post={post} />}
          >
            <p dir="auto">{sharingText(run.sharing)}</p>
            {sharingNotes(run.sharing, run.batchPossible).map(words => (
              <p key={words} class="muted" dir="auto">
                {words}
              </p>
            ))}
          </Item>
        )}
        <Item title={t('Results')}>
          <p>{keptText(run)}</p>
        </Item>
      </div>
    </details>
  );
}

/**
 * Whether what will be asked is still being decided. A few answers for an estimate or a comparison change nothing about
 * that: the page keeps its shape, and buttons their places, while they come in.
 */
function usePlanning({ phase, comparedWith }: RunView): boolean {
  const before = useRef(phase === 'setup' || (phase === 'sampling' && !comparedWith));
  if (phase !== 'sampling') before.current = phase === 'setup';
  return before.current;
}

function Estimate({ run }: { run: RunView }): VNode {
  const words = estimateText(run);
  return words === undefined ? (
    <p class="muted">
      {t('Not available yet. Estimate sends up to 5 images; their answers are kept and reused.')}
    </p>
  ) : (
    <p>{words}</p>
  );
}

interface SharingButtonsProps extends Pick<RunSettingsProps, 'post'> {
  sharing: NonNullable<RunView['sharing']>;
  disabled: boolean;
}

/** Leaves this run out, or all of them by the setting. */
function SharingButtons({ sharing: { isPrivate, isLoggedIn }, disabled, post }: SharingButtonsProps): VNode {
  return (
    <>
      {isLoggedIn || isPrivate ? (
        <Button
          label={isPrivate ? t('Share Answers') : t('Keep Private')}
          secondary
          disabled={disabled}
          onClick={() => post({ type: 'setPrivate', isPrivate: !isPrivate })}
        />
      ) : (
        <Button label={t('Log In')} secondary onClick={() => post({ type: 'logIn' })} />
      )}
      <Button label={t('Open Settings')} secondary onClick={() => post({ type: 'openSharingSetting' })} />
    </>
  );
}

interface ItemProps {
  title: ComponentChildren;
  action?: ComponentChildren;
  /** Where the text is long. */
  actionBelow?: boolean;
  children: ComponentChildren;
}

function Item({ title, action, actionBelow = false, children }: ItemProps): VNode {
  return (
    <div class={actionBelow ? 'item action-below' : 'item'}>
      <div class="item-title">{title}</div>
      <div class="item-text">{children}</div>
      {action !== undefined && <div class="item-action">{action}</div>}
    </div>
  );
}

function firstWord(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 200);
}
