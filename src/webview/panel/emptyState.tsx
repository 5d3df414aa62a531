import type { VNode } from 'preact';
import { Button } from '../shared/buttons.tsx';
import { Codicon } from '../shared/codicon.tsx';
import { usePanel } from './panelContext.ts';

/** What one can do here, while nothing has been asked yet. */
export function EmptyState({ offline }: { offline: boolean }): VNode {
  const { post } = usePanel();
  return (
    <section class="empty" aria-labelledby="empty-heading">
      <Codicon name="eye" />
      <h2 id="empty-heading">Describe pictures, ask models</h2>
      <ul>
        <li>
          Right-click a picture in the Explorer and choose <b>Describe Image</b>.
        </li>
        <li>
          Select text in an editor and run <b>Prompt Model</b>.
        </li>
        <li>Or paste a picture here, drop one while holding Shift, and write what you want to know.</li>
      </ul>
      <div class="remedies">
        <Button label="Add Pictures" icon="file-media" onClick={() => post({ type: 'pickPictures' })} />
        <Button label="Choose Model" icon="sparkle" secondary onClick={() => post({ type: 'chooseModel' })} />
      </div>
      {offline && (
        <p class="hint">
          The built-in offline describer answers: it measures pictures, on this machine and without an
          account. A model tells you what is in them.
        </p>
      )}
    </section>
  );
}
