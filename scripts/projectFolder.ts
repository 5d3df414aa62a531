import path from 'node:path';

/** The checkout's own folder. */
export const projectFolder = path.dirname(import.meta.dirname);
