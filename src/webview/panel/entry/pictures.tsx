import type { VNode } from 'preact';
import { t } from '../../../base/l10n.ts';
import { present } from '../../../base/present.ts';
import type { PictureView } from '../../../protocol/conversation.ts';
import { usePanel } from '../panelContext.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { FileName } from '../../shared/fileName.tsx';
import { measures } from '../../shared/format.ts';

interface PicturesProps {
  pictures: PictureView[];
  /** The entry they belong to. */
  entryId: string;
}

/** The pictures of a question: small, each with its name, its size and what is worth knowing about it; a click shows one large. */
export function EntryPictures({ pictures, entryId }: PicturesProps): VNode | null {
  if (pictures.length === 0) return null;
  return (
    <ul class="pictures" aria-label={t('Images')}>
      {pictures.map(picture => (
        <li key={picture.id}>
          <figure>
            <PictureButton {...{ picture, entryId }} />
            <figcaption>
              <span class="name" dir="auto" title={picture.name}>
                <FileName name={picture.name} />
              </span>
              {measures(picture).map(measure => (
                <span key={measure} class="measure">
                  {measure}
                </span>
              ))}
              {picture.notes.map(note => (
                <span key={note} class="note" dir="auto">
                  {note}
                </span>
              ))}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** A picture as a button that shows it large; while it has not been read there is nothing to show. */
export function PictureButton({ picture, entryId }: { picture: PictureView; entryId?: string }): VNode {
  const { showPicture } = usePanel();
  const { id, name, thumbnail } = picture;
  if (thumbnail === undefined) return <Thumbnail picture={picture} />;
  return (
    <button
      type="button"
      class="picture-button"
      aria-label={t('Enlarge {name}', { name })}
      title={t('Enlarge and compare with the sent image')}
      onClick={() => showPicture({ picture: id, name, ...present({ entry: entryId }) })}
    >
      <Thumbnail picture={picture} />
    </button>
  );
}

/** The picture itself, small, or a sign in its place while it has not been read or where it cannot be. */
function Thumbnail({ picture: { thumbnail } }: { picture: PictureView }): VNode {
  return thumbnail === undefined ? (
    <span class="no-thumbnail">
      <Codicon name="file-media" />
    </span>
  ) : (
    <img src={thumbnail} alt="" />
  );
}
