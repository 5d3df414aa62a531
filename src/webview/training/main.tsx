import '../shared/pageLanguage.ts';
import '../../protocol/zodJitless.ts';
import 'uplot/dist/uPlot.min.css';
import '../../curves/curves.css';
import '../shared/base.css';
import '../shared/notices.css';
import './training.css';
import { render } from 'preact';
import { TrainingApp } from './trainingApp.tsx';

const root = document.getElementById('root');
if (root) render(<TrainingApp />, root);
