import '../shared/pageLanguage.ts';
import '../../protocol/zodJitless.ts';
import '../shared/base.css';
import '../shared/notices.css';
import './picture.css';
import './detections.css';
import { render } from 'preact';
import { EditorApp } from './editorApp.tsx';
import { pageLink } from './pictureApi.ts';

const root = document.getElementById('root');
if (root) render(<EditorApp link={pageLink} />, root);
