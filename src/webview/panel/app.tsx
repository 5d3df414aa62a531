import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Composer } from './composer/composer.tsx';
import { ConversationView } from './conversationView.tsx';
import { DropArea } from './dropArea.tsx';
import { isRunning } from './entry/entryActions.ts';
import type { HostRequests } from './hostRequests.ts';
import { DraftPoster } from '../shared/draftPoster.ts';
import { PanelContext, type LargePictureId, type PanelActions } from './panelContext.ts';
import type { PanelPictures } from './panelPictures.ts';
import type { PanelStore } from './panelStore.ts';
import { LargePicture } from '../picture/largePicture.tsx';
import { SentDialog } from './sentDialog.tsx';
import { Announcer } from '../shared/toast.tsx';
import { useAnswerAsText } from './useAnswerAsText.ts';
import { useFocusMessages } from './useFocusMessages.ts';
import { useStored } from '../shared/useStored.ts';

interface AppProps {
  store: PanelStore;
  requests: HostRequests;
  pictures: PanelPictures;
  post: PanelActions['post'];
}

/** The whole panel. */
export function App({ store, requests, pictures, post }: AppProps): VNode {
  const state = useStored(store);

  const [sentFor, showSent] = useState<string>();
  const [large, showPicture] = useState<LargePictureId>();
  const link = useMemo(() => large && pictures.link(large), [pictures, large]);
  const [submitted, setSubmitted] = useState(0);
  const actions = useMemo<PanelActions>(
    () => ({
      post,
      showSent,
      showPicture,
      notify: text => store.notify(text),
      sent: id => requests.sent(id),
    }),
    [post, store, requests],
  );

  const drafts = useMemo(() => new DraftPoster(text => post({ type: 'draft', text })), [post]);
  useEffect(() => {
    const flush = () => drafts.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [drafts]);

  const running = state.entries.some(({ status }) => isRunning(status));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // What lies over the panel closes first; a composition ends first.
      const taken = event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]');
      if (event.key === 'Escape' && running && !taken) post({ type: 'stop' });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [running, post]);

  useAnswerAsText(store, post);
  useFocusMessages(post);

  const onDraft = (text: string) => {
    store.setDraft(text);
    drafts.typed(text);
  };
  const onSubmit = (text: string) => {
    drafts.drop();
    store.setDraft('');
    post({ type: 'submit', text });
    setSubmitted(submitted + 1);
  };
  return (
    <PanelContext.Provider value={actions}>
      <DropArea>
        <ConversationView state={state} submitted={submitted} />
        <div class="bottom">
          <Announcer announcement={state.announcement} toast={state.toast} />
          <Composer {...{ state, running, onDraft, onSubmit }} />
        </div>
        {sentFor !== undefined && (
          <SentDialog key={sentFor} entryId={sentFor} onClose={() => showSent(undefined)} />
        )}
        {large && link && (
          <LargePicture
            key={`${large.entry ?? ''} ${large.picture}`}
            link={link}
            name={large.name}
            onClose={() => showPicture(undefined)}
          />
        )}
      </DropArea>
    </PanelContext.Provider>
  );
}
