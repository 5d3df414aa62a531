import '../shared/pageLanguage.ts';
import '../../protocol/zodJitless.ts';
import '../shared/base.css';
import './styles/run.css';
import './styles/settings.css';
import './styles/table.css';
import './styles/details.css';
import { render } from 'preact';
import { RunApp } from './app.tsx';
import { postToRun, savedPage, savePage } from './runApi.ts';
import { PageSaver } from './state/pageSaver.ts';
import { RunPageStore } from './state/runStore.ts';

const saved = savedPage();
const store = new RunPageStore({ post: postToRun, schedule: paint => requestAnimationFrame(paint), saved });
window.addEventListener('message', event => store.receive(event.data));

const scrolledTo = saved?.scrollTop ?? 0;
const saver = new PageSaver(() => store.state, savePage, scrolledTo);
store.subscribe(() => saver.changed());
window.addEventListener('pagehide', () => saver.flush());
const onScrolled = (top: number) => saver.scrolled(top);

const root = document.getElementById('root');
if (root) render(<RunApp {...{ store, post: postToRun, scrolledTo, onScrolled }} />, root);
postToRun({ type: 'ready' });
store.see(Math.floor(scrolledTo / 60), Math.floor(scrolledTo / 60) + 20);
