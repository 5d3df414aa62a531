#!/usr/bin/env node
import { runCommandLine } from './commandLine.ts';

process.exit(await runCommandLine(process.argv.slice(2)));
