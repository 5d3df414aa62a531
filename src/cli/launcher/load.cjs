'use strict';
// A file of its own: the oldest versions of Node.js do not know this syntax.
import('../dist/cli.mjs');
