import '../../protocol/zodJitless.ts';
import '../shared/base.css';
import './styles/run.css';
import './styles/sheet.css';
import './styles/table.css';
import './styles/details.css';
import { render } from 'preact';
import { RunApp } from './app.tsx';
import { postToRun, savedPage, savePage } from './runApi.ts';
import { pageToSave } from './state/pageToSave.ts';
import { RunPageStore } from './state/runStore.ts';

const saved = savedPage();
const store = new RunPageStore({ post: postToRun, schedule: paint => requestAnimationFrame(paint), saved });
window.addEventListener('message', event => store.receive(event.data));

// Where the person is outlives a page that is hidden or reloaded.
let scrollTop = saved?.scrollTop ?? 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const save = () => {
  const page = pageToSave(store.state, scrollTop);
  if (page) savePage(page);
};
const saveSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(save, 200);
};
store.subscribe(saveSoon);
window.addEventListener('pagehide', save);

const onScrolled = (top: number) => {
  scrollTop = top;
  saveSoon();
};
const root = document.getElementById('root');
if (root) render(<RunApp {...{ store, post: postToRun, onScrolled }} scrolledTo={scrollTop} />, root);
postToRun({ type: 'ready' });
store.see(Math.floor(scrollTop / 60), Math.floor(scrollTop / 60) + 20);
