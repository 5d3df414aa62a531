import { t } from '../../base/l10n.ts';

/** A key of a page, as `docs/accessibility.md` lists it too. */
export interface HelpKey {
  key: string;
  where: string;
  does: string;
}

/** What the help of a page says. */
interface Help {
  title: string;
  intro: readonly string[];
  keys: readonly HelpKey[];
}

export type HelpPage = 'panel' | 'run' | 'picture' | 'training' | 'runs';

/** Whether something given to the command names a page. */
export const isHelpPage = (value: unknown): value is HelpPage =>
  typeof value === 'string' && Object.hasOwn(help, value);

const key = (name: string, where: string, does: string): HelpKey => ({ key: name, where, does });

/** The help of each page of ours. */
export const help: Record<HelpPage, Help> = {
  panel: {
    title: t('Sightline: panel'),
    intro: [
      t(
        'The panel holds questions to a model and its answers. Each question with its answer is an article under a heading of level 2, and the box for the next question is the region “New question” at the end.',
      ),
      t(
        'What becomes of a request is announced: that an answer is waited for, has started and is complete, or why it failed. The words of an answer are not read while they arrive.',
      ),
      t(
        'Commands: Sightline: Open Panel moves the focus to the question. Sightline: Open Answer as Text opens the latest answer as plain text. Sightline: Stop All Requests, New Conversation, Show Conversations and Choose Model are in the Command Palette, too.',
      ),
    ],
    keys: [
      key('Enter', t('question'), t('sends; with images and no text: describes')),
      key('Shift+Enter', t('question'), t('begins a new line')),
      key(
        t('Arrow Up'),
        t('empty question'),
        t('brings the last question back, to be changed and sent again'),
      ),
      key(
        t('/, then Arrow Up, Arrow Down'),
        t('empty question'),
        t('lists the prompts; Enter or Tab chooses, Escape closes'),
      ),
      key('Ctrl+V (Cmd+V)', t('question'), t('attaches a copied image')),
      key('Escape', t('anywhere'), t('stops the requests in progress')),
      key(
        'Alt+F2',
        t('anywhere'),
        t('opens the answer that has the focus, else the latest one, as text; Escape leads back'),
      ),
      key(t('Arrow Left, Arrow Right'), t('actions of an answer'), t('the action before, the next one')),
      key(t('Home, End'), t('actions of an answer'), t('the first action, the last one')),
      key(
        t('Arrow Left, Arrow Right'),
        t('code, table of an answer'),
        t('scrolls what is wider than the panel'),
      ),
      key('Escape', t('What was sent, large image'), t('closes it; the focus returns to where it was')),
      key('Ctrl+Enter (Cmd+Enter)', t('preview of Replace Selection'), t('replaces the selection')),
    ],
  },
  run: {
    title: t('Sightline: folder run'),
    intro: [
      t(
        'The page of a run holds its settings, then its progress, filters, a search and the rows, which are a grid: a row says the name, the status and the description of an image. The details of the selected row follow the grid under a heading of level 2.',
      ),
      t(
        'Announced are: that the run starts, pauses, waits or is done, with its counts; how many images match a filter or a search; how many rows are selected; what was accepted or copied.',
      ),
    ],
    keys: [
      key(
        t('/ or Ctrl+F (Cmd+F)'),
        t('anywhere'),
        t('goes to the search (/ not while you type in a text box)'),
      ),
      key(t('Enter, Arrow Down'), t('search'), t('goes to the rows')),
      key(t('Arrow Left, Arrow Right'), t('filters'), t('chooses the filter before, the next one')),
      key(
        t('Arrow Up, Arrow Down, Page Up, Page Down, Home, End'),
        t('rows'),
        t('selects another row; with Shift all rows from the first to it'),
      ),
      key('Space', t('rows'), t('opens and closes the details')),
      key('Enter', t('rows'), t('edits the description')),
      key('A', t('rows'), t('accepts what is selected, or takes the acceptance back')),
      key('N', t('rows'), t('accepts, and goes to the next row that is not accepted')),
      key('Escape', t('rows, details'), t('closes the details; the focus returns to the row')),
      key(t('Ctrl+Enter (Cmd+Enter), Escape'), t('description'), t('saves the change, discards it')),
      key(
        t('Arrow Left, Arrow Right'),
        t('column heads'),
        t('the head before, the next one; Enter sorts by it'),
      ),
      key(t('Shift+Arrow Left, Shift+Arrow Right'), t('column heads'), t('makes the column narrower, wider')),
    ],
  },
  picture: {
    title: t('Sightline: image editor'),
    intro: [
      t(
        'The image is an application whose name is the name of the file and the zoom; before it stand the choices of page, channel and values, after it the list of detections and the image details. The buttons over the image do the same as the keys.',
      ),
      t(
        'Announced are: that a file is being read, or why it cannot be; the zoom; with the probe, the place and values of the pixel at rest; what recognition found.',
      ),
    ],
    keys: [
      key('+, -', t('image'), t('zooms in, zooms out')),
      key('0, 1', t('image'), t('fits the whole image; shows one image pixel per screen pixel')),
      key(t('arrow keys'), t('image'), t('moves the image')),
      key('P', t('image'), t('begins and ends the probe: the arrow keys then go pixel by pixel')),
      key(t('Shift with an arrow key'), t('image, with probe'), t('goes ten pixels')),
      key('Escape', t('image, with probe'), t('ends the probe')),
      key('D', t('image'), t('turns Detections on and off')),
      key(
        t('Arrow Up, Arrow Down, Home, End'),
        t('list of detections'),
        t('another detection, which is lit in the image'),
      ),
      key('Enter', t('list of detections'), t('shows the detection as large as there is room')),
      key('Ctrl+C (Cmd+C)', t('list of detections'), t('copies its label or text')),
      key(
        t('Page Up, Page Down'),
        t('image editor'),
        t('the image before, the next image of the folder (a list of choices keeps the key)'),
      ),
    ],
  },
  training: {
    title: t('Sightline: training runs'),
    intro: [
      t(
        'The page draws the curves of training runs. The table “Last values” at its end says the same: the last value of each metric, its step, and how many points there are. Tab leads to Compare With…, Open in Browser and, with several runs, to the button that removes one.',
      ),
    ],
    keys: [],
  },
  runs: {
    title: t('Sightline: list of runs'),
    intro: [
      t(
        'The view lists folder runs, the newest first, each with its state, counts and model. Sightline: Describe Folder… in the Command Palette begins a new run.',
      ),
    ],
    keys: [
      key(t('Arrow Up, Arrow Down'), t('list'), t('another run')),
      key('Enter', t('list'), t('opens the page of the run')),
      key('Shift+F10', t('list'), t('opens the menu of the run: Resume, Export, Rename, Remove')),
    ],
  },
};

/** The help of a page as text. */
export function helpText(page: HelpPage): string {
  const { title, intro, keys } = help[page];
  const lines = keys.map(({ key, where, does }) => `${key}; ${where}: ${does}.`);
  return [title, ...intro, ...(lines.length === 0 ? [] : [[t('Keys:'), ...lines].join('\n')]), tail].join(
    '\n\n',
  );
}

const tail = t('Alt+F1 opens this help, Escape closes it. The same is in docs/accessibility.md.');
