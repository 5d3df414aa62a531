#!/usr/bin/env node
/**
 * Stands in for VS Code's program where the vendor's cannot be downloaded: takes the arguments that `runTests` of
 * @vscode/test-electron passes, runs the tests in the extension host of code-server's VS Code, with Chromium as its
 * window, and exits with the code that the extension host exits with.
 */
import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { quietSettings, writeEditorSettings } from '../../../scripts/codeServer.ts';
import { endAllOnSignals, lastLines } from '../../../scripts/childProcess.ts';
import { editorEnvironment } from '../../../scripts/editorEnvironment.ts';
import { installEditor } from '../../../scripts/editorInstall.ts';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { startServer } from '../../../scripts/serverProcess.ts';
import { chromiumArguments, findChromium, ownSignals } from '../chromium.ts';
import { parseLaunchArguments, type LaunchRequest } from './launchArguments.ts';

/** Longest test run, then it counts as hanging. */
const runTimeoutMs = Number(process.env['SIGHTLINE_TEST_MINUTES'] ?? 8) * 60_000;

endAllOnSignals();
process.exitCode = await launch(parseLaunchArguments(process.argv.slice(2)));

async function launch(request: LaunchRequest): Promise<number> {
  const [editor, executablePath] = [await installEditor(), await findChromium()];
  await writeEditorSettings(request.userData, {
    ...quietSettings,
    ...(request.trustAll ? { 'security.workspace.trust.enabled': false } : {}),
  });
  const server = await startServer(
    [
      editor.server,
      ...[
        '--host',
        '127.0.0.1',
        '--port',
        '0',
        '--without-connection-token',
        '--accept-server-license-terms',
      ],
      ...['--user-data-dir', request.userData, '--server-data-dir', path.join(request.userData, 'server')],
      ...['--extensions-dir', request.extensions, '--telemetry-level', 'off', '--enable-smoke-test-driver'],
    ],
    /Extension host agent listening on (\d+)/,
    editorEnvironment(false),
  );
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath, args: chromiumArguments, ...ownSignals });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    return await runInPage(page, addressOf(request, server.port), server.log);
  } finally {
    await browser?.close();
    await server.end();
  }
}

/** The workbench's address, with the extension and its tests as payload. */
function addressOf(request: LaunchRequest, port: number): string {
  const remote = (file: string): string =>
    new URL(`vscode-remote://127.0.0.1:${port}${encodeURI(file)}`).href;
  const payload = [
    ...request.development.map(folder => ['extensionDevelopmentPath', remote(folder)]),
    ['extensionTestsPath', remote(request.tests)],
  ];
  const query = new URLSearchParams({ payload: JSON.stringify(payload) });
  if (request.open !== undefined)
    query.set(request.open.endsWith('.code-workspace') ? 'workspace' : 'folder', request.open);
  return `http://127.0.0.1:${port}/?${query}`;
}

/** Opens the workbench and waits until it says that its extension host, and with it the tests, came to an end. */
async function runInPage(page: Page, address: string, serverLog: () => string): Promise<number> {
  const lines: string[] = [];
  page.on('console', message => lines.push(message.text()));
  page.on('pageerror', error => lines.push(String(error)));
  const exit = new Promise<number>(resolve => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
  });
  await page.goto(address);
  const deadline = new Promise<undefined>(resolve => setTimeout(resolve, runTimeoutMs, undefined).unref());
  const code = await Promise.race([exit, deadline]);
  if (code !== undefined) return code;
  const screenshot = path.join(projectFolder, 'test-results/screenshots/editor-tests-hang.png');
  await mkdir(path.dirname(screenshot), { recursive: true });
  await page.screenshot({ path: screenshot });
  console.error(`The tests did not end within ${runTimeoutMs / 60_000} min. The window: ${screenshot}`);
  console.error(
    `Its console:\n${lastLines(lines.join('\n'), 60)}\nThe server:\n${lastLines(serverLog(), 20)}`,
  );
  return 1;
}
