import '../../protocol/withoutEval.ts';
import '../styles/panel.css';
