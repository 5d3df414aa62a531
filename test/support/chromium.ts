import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { run } from '../../scripts/childProcess.ts';

/** Usual places, the ones of Debian first. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Chromium's switches for tests: no outside talk, and it runs as root without a display or a graphics card. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Leaves Ctrl-C to us: Playwright would end the process before our servers are down. */
export const ownSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * The program of a Chromium: `SIGHTLINE_CHROMIUM`, else one in a usual place, else Debian's, which is installed where we
 * are root.
 * @throws {Error} that says what to do where there is none.
 */
export async function findChromium(say: (line: string) => void = console.log): Promise<string> {
  const chosen = process.env['SIGHTLINE_CHROMIUM'];
  if (chosen !== undefined) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`SIGHTLINE_CHROMIUM names no file: ${chosen}`);
  }
  const found = places.find(place => existsSync(place));
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing Chromium for the tests (apt-get, once) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env });
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  throw new Error(
    'The tests need Chromium or Chrome. On Debian or Ubuntu: sudo apt-get install chromium. ' +
      'Elsewhere install Chrome, or set SIGHTLINE_CHROMIUM to the program of a Chromium.',
  );
}

/** What the browser complains about from now on: errors, warnings, and violations of the policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  return complaints;
}
