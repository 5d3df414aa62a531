import { t, tParts } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { BrandMark } from '../shared/brandMark.tsx';
import { Button } from '../shared/buttons.tsx';
import { usePanel } from './panelContext.ts';

/** What one can do here, while nothing has been asked yet. */
export function EmptyState({ offline }: { offline: boolean }): VNode {
  const { post } = usePanel();
  return (
    <section class="empty" aria-labelledby="empty-heading">
      <BrandMark side={48} />
      <h2 id="empty-heading">{t('Describe images and prompt models')}</h2>
      <ul>
        <li>
          {tParts('Right-click an image in the Explorer and choose {command}.', {
            command: <b>{t('Describe Image')}</b>,
          })}
        </li>
        <li>
          {tParts('Select text in an editor and run {command}.', { command: <b>{t('Prompt Model')}</b> })}
        </li>
        <li>{t('Or paste an image here, or drop one while holding Shift, and ask a question.')}</li>
      </ul>
      <div class="remedies">
        <Button label={t('Add Images')} icon="file-media" onClick={() => post({ type: 'pickPictures' })} />
        <Button
          label={t('Choose Model')}
          icon="sparkle"
          secondary
          onClick={() => post({ type: 'chooseModel' })}
        />
      </div>
      {offline && (
        <p class="hint">
          {t(
            'The built-in offline describer is selected. It recognizes common objects, faces, text and codes on this machine and needs no account. Choose a model for full descriptions and other questions.',
          )}
        </p>
      )}
    </section>
  );
}
