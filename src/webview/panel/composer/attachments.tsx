import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import type { PictureView } from '../../../protocol/conversation.ts';
import { IconButton } from '../../shared/buttons.tsx';
import { PictureButton } from '../entry/pictures.tsx';
import { measures } from '../../shared/format.ts';
import { usePanel } from '../panelContext.ts';

/** The pictures that go with the next question, each with a button that takes it away. */
export function Attachments({ pictures }: { pictures: PictureView[] }): VNode | null {
  const { post } = usePanel();
  if (pictures.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('Attached images')}>
      {pictures.map(picture => {
        const about = [picture.name, ...measures(picture), ...picture.notes];
        return (
          <li key={picture.id} class="chip" title={about.join(' · ')}>
            <PictureButton picture={picture} />
            <span class="name" dir="auto">
              {picture.name}
            </span>
            <IconButton
              label={t('Remove {picture}', { picture: picture.name })}
              icon="close"
              onClick={() => post({ type: 'removeAttachment', id: picture.id })}
            />
          </li>
        );
      })}
    </ul>
  );
}
