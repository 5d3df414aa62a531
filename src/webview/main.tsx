import '../protocol/withoutEval.ts';
import './styles/base.css';
import './styles/panel.css';
import './styles/entry.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/composer.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { HostRequests } from './hostRequests.ts';
import { PanelStore } from './panelStore.ts';
import { post } from './vscodeApi.ts';

const requests = new HostRequests(post);
const store = new PanelStore({
  post,
  schedule: paint => requestAnimationFrame(paint),
  onReply: reply => requests.settle(reply),
});
window.addEventListener('message', event => store.receive(event.data));

const root = document.getElementById('root');
if (root) render(<App store={store} requests={requests} post={post} />, root);
post({ type: 'ready' });
