import { spawn } from 'node:child_process';

/** Opens an address in the person's browser, where there is a person with one; says whether it tried. */
export function openBrowser(url: string): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const screen = process.platform !== 'linux' || (DISPLAY ?? WAYLAND_DISPLAY ?? '') !== '';
  if (!screen || CI !== undefined || !process.stdout.isTTY) return false;
  const [command, ...args] = {
    darwin: ['open', url],
    win32: ['explorer.exe', url],
  }[process.platform as string] ?? ['xdg-open', url];
  if (command === undefined) return false;
  // Without a browser the address on the screen is enough.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
  return true;
}
