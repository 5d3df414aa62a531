import type { VNode } from 'preact';
import type { PictureView } from '../../protocol/conversation.ts';
import { Codicon } from '../parts/codicon.tsx';
import { measures } from '../parts/format.ts';

/** The pictures of a question: small, each with its name, its size and what is worth knowing about it. */
export function Pictures({ pictures }: { pictures: PictureView[] }): VNode | null {
  if (pictures.length === 0) return null;
  return (
    <ul class="pictures" aria-label="Pictures">
      {pictures.map(picture => (
        <li key={picture.id}>
          <figure>
            <Thumbnail picture={picture} />
            <figcaption>
              <span class="name" title={picture.name}>
                {picture.name}
              </span>
              {measures(picture).map(measure => (
                <span key={measure} class="measure">
                  {measure}
                </span>
              ))}
              {picture.notes.map(note => (
                <span key={note} class="note">
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

/** The picture itself, small, or a sign in its place while it has not been read or where it cannot be. */
export function Thumbnail({ picture: { thumbnail } }: { picture: PictureView }): VNode {
  return thumbnail === undefined ? (
    <span class="no-thumbnail">
      <Codicon name="file-media" />
    </span>
  ) : (
    <img src={thumbnail} alt="" />
  );
}
