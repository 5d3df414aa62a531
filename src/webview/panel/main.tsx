import '../shared/pageLanguage.ts';
import '../../protocol/zodJitless.ts';
import '../shared/base.css';
import './styles/panel.css';
import '../shared/notices.css';
import './styles/entry.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/formula.css';
import './styles/composer.css';
import '../picture/picture.css';
import '../picture/detections.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { HostRequests } from './hostRequests.ts';
import { PanelPictures } from './panelPictures.ts';
import { PanelStore } from './panelStore.ts';
import { post } from './vscodeApi.ts';

const requests = new HostRequests(post);
const pictures = new PanelPictures(post);
const store = new PanelStore({
  post,
  schedule: paint => requestAnimationFrame(paint),
  onReply: reply => requests.settle(reply),
  onPicture: message => pictures.take(message),
});
window.addEventListener('message', event => store.receive(event.data));

const root = document.getElementById('root');
if (root) render(<App {...{ store, requests, pictures, post }} />, root);
post({ type: 'ready' });
