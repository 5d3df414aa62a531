import { loadSharp } from '../../images/open/loadSharp.ts';

/** What transformers.js takes for sharp: the build of it that works here. */
export default await loadSharp();
