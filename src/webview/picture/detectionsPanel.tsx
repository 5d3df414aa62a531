import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { detectionKinds } from '../../protocol/detections.ts';
import { Button } from '../shared/buttons.tsx';
import { Codicon } from '../shared/codicon.tsx';
import { DetectionList } from './detectionList.tsx';
import { countWords, kindNames, listText, readText } from './detectionText.ts';
import { Swatch } from './swatch.tsx';
import type { ShownDetections } from './useDetections.ts';

/** How long "Copied" is seen, milliseconds. */
const copiedFor = 3000;

/** What was recognised, beside the picture: how far it is, a switch for each kind, the list, and what can be copied. */
export function DetectionsPanel({
  shown,
  level = 3,
}: {
  shown: ShownDetections;
  level?: 2 | 3;
}): VNode | null {
  const { isOn, found, hidden, toggleKind, listed, post } = shown;
  const [copied, setCopied] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setCopied(''), copiedFor);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!isOn) return null;
  const Heading = `h${level}` as const;
  const counts = detectionKinds.map(kind => ({
    kind,
    count: found?.items.filter(item => item.kind === kind).length ?? 0,
  }));
  const text = readText(found?.items ?? []);
  const copy = (what: string, said: string) => {
    post({ type: 'copy', text: what });
    setCopied(said);
  };
  return (
    <section class="detections" aria-label={t('Detections')}>
      <Heading>{t('Detections')}</Heading>
      <Progress shown={shown} />
      {found !== undefined && found.items.length > 0 && (
        <>
          <div class="kinds" role="group" aria-label={t('Show')}>
            {counts
              .filter(({ count }) => count > 0)
              .map(({ kind, count }) => (
                <button
                  key={kind}
                  type="button"
                  class="text-button"
                  aria-pressed={!hidden.has(kind)}
                  onClick={() => toggleKind(kind)}
                >
                  <Swatch kind={kind} />
                  {kindNames[kind]} <span class="measure">{count}</span>
                </button>
              ))}
          </div>
          <DetectionList shown={shown} onCopy={what => copy(what, t('Copied'))} />
          <div class="copy">
            {text !== '' && (
              <Button label={t('Copy Text')} secondary onClick={() => copy(text, t('Text copied'))} />
            )}
            <Button
              label={t('Copy List')}
              secondary
              disabled={listed.length === 0}
              title={t('Kind, label, score, place and box of each, for a spreadsheet')}
              onClick={() => copy(listText(listed.map(({ item }) => item)), t('List copied'))}
            />
          </div>
        </>
      )}
      <p class="copied" role="status">
        {copied}
      </p>
      {found !== undefined && found.madeBy.length > 0 && (
        <p class="hint">{t('Recognized on this device by {models}.', { models: found.madeBy.join(', ') })}</p>
      )}
    </section>
  );
}

/** How far recognition is, why it failed, or what came of it. */
function Progress({ shown: { detections, found, post } }: { shown: ShownDetections }): VNode {
  if (detections.state === 'failed') {
    const { message, hint, remedy } = detections;
    return (
      <div class="detections-failed" role="alert">
        <p class="notice">
          <Codicon name="warning" />
          <span dir="auto">{[message, hint].filter(Boolean).join(' ')}</span>
        </p>
        <div class="remedies">
          {remedy === 'settings' && (
            <Button
              label={t('Open Settings')}
              secondary
              onClick={() => post({ type: 'recognitionSettings' })}
            />
          )}
          {remedy === 'trust' ? (
            <Button label={t('Manage Workspace Trust')} secondary onClick={() => post({ type: 'trust' })} />
          ) : (
            <Button label={t('Retry')} secondary onClick={() => post({ type: 'detect', on: true })} />
          )}
        </div>
      </div>
    );
  }
  const waiting =
    detections.state === 'looking' ? t('Looking for objects…') : found?.reading && t('Reading text…');
  return (
    <p class="status" role="status">
      {waiting ? (
        <>
          <Codicon name="loading" spin /> <span>{waiting}</span>
        </>
      ) : (
        found && <span>{countWords(found)}</span>
      )}
    </p>
  );
}
