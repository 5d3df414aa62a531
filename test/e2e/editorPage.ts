import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { projectFolder } from '../../scripts/projectFolder.ts';
import type { RunningServer } from '../../scripts/serverProcess.ts';
import { appears } from './parts/appears.ts';
import { Explorer } from './parts/explorer.ts';
import { Notifications } from './parts/notifications.ts';
import { runCommandIn } from './parts/palette.ts';
import { QuickInput } from './parts/quickInput.ts';
import { RunPage } from './parts/runPage.ts';
import { TextEditor } from './parts/textEditor.ts';

/** What an {@link EditorPage} is made of. */
export interface EditorParts {
  page: Page;
  /** The folder that is open. */
  folder: string;
  userData: string;
  /** Where extensions are installed. */
  extensions: string;
  server: RunningServer;
  startServer: (port: number) => Promise<RunningServer>;
  dispose: () => Promise<void>;
}

/** The window of a running editor, as a person uses it. What it waits for is content, never time. */
export class EditorPage {
  readonly page: Page;
  /** The folder that is open, on disk. */
  readonly folder: string;
  /** Where the editor keeps its own data, on disk. */
  readonly userData: string;
  /** Where its extensions are installed, on disk. */
  readonly extensions: string;
  readonly explorer: Explorer;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly textEditor: TextEditor;
  readonly run: RunPage;
  /** What the window's console said. */
  readonly consoleLines: string[] = [];
  readonly #parts: EditorParts;
  /** The theme that the editor takes for each scheme of the browser. */
  readonly #themes = { light: 'Light Modern', dark: 'Dark Modern' };
  #server: RunningServer;

  constructor(parts: EditorParts) {
    this.#parts = parts;
    this.#server = parts.server;
    this.page = parts.page;
    this.folder = parts.folder;
    this.userData = parts.userData;
    this.extensions = parts.extensions;
    this.explorer = new Explorer(parts.page);
    this.quickInput = new QuickInput(parts.page);
    this.notifications = new Notifications(parts.page);
    this.textEditor = new TextEditor(parts.page);
    this.run = new RunPage(parts.page);
    this.page.on('console', message => this.consoleLines.push(message.text()));
  }

  /** The process at the head of the editor's server. */
  get serverPid(): number {
    return this.#server.pid;
  }

  /** Opens the folder and waits until its files are listed. */
  async open(): Promise<void> {
    await this.page.goto(`${this.#server.url}/?folder=${encodeURIComponent(this.folder)}`);
    await this.#standing();
  }

  /** Reloads the window by its own command, which first saves what is open; the browser keeps the secrets. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.#standing();
  }

  /** Ends the editor's server and starts it again at the same address. */
  async restart(): Promise<void> {
    await this.reload();
    await this.#server.end();
    this.#server = await this.#parts.startServer(this.#server.port);
    await this.open();
  }

  async close(): Promise<void> {
    await this.#parts.dispose();
    await this.#server.end();
  }

  /** Runs a command by its full name in the palette: `Sightline: Log In`. */
  async runCommand(name: string): Promise<void> {
    await runCommandIn(this.page, name);
  }

  /**
   * Runs a command that asks, and chooses an entry. The box closes when a page takes the focus, as one does that has been
   * uncovered and is loaded late: then whoever wants something from it asks again.
   */
  async runCommandAndChoose(name: string, label: string): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) {
      await this.runCommand(name);
      for (let look = 0; look < 5; look++) if (await this.quickInput.tryToChoose(label)) return;
    }
    // Says what shows.
    await this.quickInput.choose(label);
  }

  /** Runs a command by keys alone, as somebody without a mouse does. */
  async commandByKeyboard(name: string): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt++) {
      if (!(await this.quickInput.isPalette())) await this.page.keyboard.press('F1');
      if (!(await this.quickInput.tryToType(`>${name}`))) continue;
      if (!(await appears(this.quickInput.active(name)))) continue;
      // A box that has just closed would leave the key to the text editor.
      if (!(await this.quickInput.hasFocus())) continue;
      await this.page.keyboard.press('Enter');
      return;
    }
    throw new Error(`The palette does not lead to "${name}".`);
  }

  /** The content of Sightline's panel. Elements in it are found as soon as the panel shows them. */
  get panel(): FrameLocator {
    return this.#panelFrame.contentFrame().frameLocator('#active-frame');
  }

  /** Waits until the panel has no page. */
  async panelIsHidden(): Promise<void> {
    await this.#panelFrame.waitFor({ state: 'hidden' });
  }

  /** The newest question in the panel, with its answer. */
  get lastEntry(): Locator {
    return this.panel.getByRole('article').last();
  }

  /** Types a question into the open panel and sends it. */
  async ask(question: string): Promise<void> {
    const box = this.panel.getByRole('textbox', { name: 'Question' });
    await box.fill(question);
    await box.press('Enter');
  }

  /** Makes the panel, which must stand at the right of the editors, this wide (CSS pixels). */
  async setPanelWidth(width: number): Promise<void> {
    const box = await this.#panelFrame.boundingBox();
    if (box === null) throw new Error('The panel is not open.');
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + box.width - width, y, { steps: 5 });
    await this.page.mouse.up();
  }

  async setWindowSize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
  }

  /** An entry of the status bar by part of its text. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  /** Sightline's own entry of the status bar, whose accessible name has these words: `acme`, `1 request in progress`. */
  status(words: string | RegExp = ''): Locator {
    return this.page
      .getByRole('button', { name: words })
      .and(this.page.locator('.statusbar-item [aria-label^="Sightline, "]'));
  }

  /** Accepts what the preview of a replacement shows. */
  async acceptReplacement(): Promise<void> {
    await this.page.locator('.editor-actions').getByRole('button', { name: 'Accept' }).first().click();
  }

  /** The tab of an open editor by its label. */
  tab(label: string): Locator {
    return this.page.locator('.tabs-container .tab', { has: this.page.getByText(label, { exact: true }) });
  }

  /** Changes the person's settings file and reloads the window, which alone makes the editor read it anew. */
  async changeSettings(changes: Record<string, unknown>): Promise<void> {
    const file = path.join(this.userData, 'User/settings.json');
    const present = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    await writeFile(file, `${JSON.stringify({ ...present, ...changes }, undefined, 2)}\n`);
    await this.reload();
  }

  /** Switches the colour theme, and waits until the window shows it: light and dark by the browser, the others by the list. */
  async setTheme(kind: 'light' | 'dark' | 'highContrast' | 'highContrastLight'): Promise<void> {
    const [scheme, theme, mark] = {
      light: ['light', 'Light Modern', '.vs'],
      dark: ['dark', 'Dark Modern', '.vs-dark'],
      highContrast: ['dark', 'Dark High Contrast', '.hc-black'],
      highContrastLight: ['light', 'Light High Contrast', '.hc-light'],
    }[kind] as ['light' | 'dark', string, string];
    await this.page.emulateMedia({ colorScheme: scheme });
    if (this.#themes[scheme] !== theme) {
      await this.chooseTheme(theme);
      this.#themes[scheme] = theme;
    }
    await this.page.locator(`.monaco-workbench${mark}`).waitFor();
  }

  /** Chooses a colour theme by its name in the list, as a person does. */
  async chooseTheme(theme: string): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    // The list is of the themes that were known when it opened.
    while (!(await this.quickInput.tryToChoose(theme))) {
      await this.quickInput.cancel();
      await this.runCommand('Preferences: Color Theme');
    }
    await this.quickInput.widget.waitFor({ state: 'hidden' });
  }

  /** Takes a picture of the whole window: `test-results/screenshots/<name>.png`. */
  async screenshot(name: string): Promise<void> {
    const file = path.join(projectFolder, 'test-results/screenshots', `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
  }

  /** Takes a picture in each kind of theme, `<name>-<theme>.png`, and leaves the editor dark. */
  async screenshotInThemes(name: string): Promise<void> {
    for (const theme of ['light', 'highContrast', 'highContrastLight', 'dark'] as const) {
      await this.setTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
  }

  /** Pages of views and of editors look alike from outside; the panel stands at the right of all editors. */
  get #panelFrame(): Locator {
    return this.page.locator(
      'iframe.webview.ready[src*="extensionId=sightline.sightline"]:right-of(.part.editor)',
    );
  }

  async #standing(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor();
    await this.explorer.row('README.md').waitFor();
    // Before that its keys and entries of menus may be missing.
    await this.status().waitFor();
  }
}
