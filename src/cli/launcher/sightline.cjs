#!/usr/bin/env node
'use strict';
// The command of the npm package. Its syntax is the oldest there is: an old Node.js reads this file to say that it is too old.
var needed = /(\d+)\.(\d+)/.exec(require('../package.json').engines.node);
var own = process.versions.node.split('.');
var ahead = own[0] - needed[1] || own[1] - needed[2];
if (ahead < 0) {
  process.stderr.write(
    'sightline: Sightline needs Node.js ' +
      needed[0] +
      ' or newer; this is ' +
      process.versions.node +
      '. Install Node.js 24 from https://nodejs.org/en/download and run the same command again.\n',
  );
  process.exitCode = 1;
} else require('./load.cjs');
