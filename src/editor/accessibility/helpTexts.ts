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
    title: 'Sightline: panel',
    intro: [
      'The panel holds questions to a model and its answers. Each question with its answer is an article under a heading of level 2, and the box for the next question is the region “New question” at the end.',
      'What becomes of a request is announced: that an answer is waited for, has started and is complete, or why it failed. The words of an answer are not read while they arrive.',
      'Commands: Sightline: Open Panel moves the focus to the question. Sightline: Open Answer as Text opens the latest answer as plain text. Sightline: Stop All Requests, New Conversation, Show Conversations and Choose Model are in the Command Palette, too.',
    ],
    keys: [
      key('Enter', 'question', 'sends; with images and no text: describes'),
      key('Shift+Enter', 'question', 'begins a new line'),
      key('Arrow Up', 'empty question', 'brings the last question back, to be changed and sent again'),
      key(
        '/, then Arrow Up, Arrow Down',
        'empty question',
        'lists the prompts; Enter or Tab chooses, Escape closes',
      ),
      key('Ctrl+V (Cmd+V)', 'question', 'attaches a copied image'),
      key('Escape', 'anywhere', 'stops the requests in progress'),
      key(
        'Alt+F2',
        'anywhere',
        'opens the answer that has the focus, else the latest one, as text; Escape leads back',
      ),
      key('Arrow Left, Arrow Right', 'actions of an answer', 'the action before, the next one'),
      key('Home, End', 'actions of an answer', 'the first action, the last one'),
      key('Arrow Left, Arrow Right', 'code, table of an answer', 'scrolls what is wider than the panel'),
      key('Escape', 'What was sent, large image', 'closes it; the focus returns to where it was'),
      key('Ctrl+Enter (Cmd+Enter)', 'preview of Replace Selection', 'replaces the selection'),
    ],
  },
  run: {
    title: 'Sightline: folder run',
    intro: [
      'The page of a run holds its settings, then its progress, filters, a search and the rows, which are a grid: a row says the name, the status and the description of an image. The details of the selected row follow the grid under a heading of level 2.',
      'Announced are: that the run starts, pauses, waits or is done, with its counts; how many images match a filter or a search; how many rows are selected; what was accepted or copied.',
    ],
    keys: [
      key('/ or Ctrl+F (Cmd+F)', 'anywhere', 'goes to the search (/ not while you type in a text box)'),
      key('Enter, Arrow Down', 'search', 'goes to the rows'),
      key('Arrow Left, Arrow Right', 'filters', 'chooses the filter before, the next one'),
      key(
        'Arrow Up, Arrow Down, Page Up, Page Down, Home, End',
        'rows',
        'selects another row; with Shift all rows from the first to it',
      ),
      key('Space', 'rows', 'opens and closes the details'),
      key('Enter', 'rows', 'edits the description'),
      key('A', 'rows', 'accepts what is selected, or takes the acceptance back'),
      key('N', 'rows', 'accepts, and goes to the next row that is not accepted'),
      key('Escape', 'rows, details', 'closes the details; the focus returns to the row'),
      key('Ctrl+Enter (Cmd+Enter), Escape', 'description', 'saves the change, discards it'),
      key('Arrow Left, Arrow Right', 'column heads', 'the head before, the next one; Enter sorts by it'),
      key('Shift+Arrow Left, Shift+Arrow Right', 'column heads', 'makes the column narrower, wider'),
    ],
  },
  picture: {
    title: 'Sightline: image editor',
    intro: [
      'The image is an application whose name is the name of the file and the zoom; before it stand the choices of page, channel and values, after it the list of detections and the image details. The buttons over the image do the same as the keys.',
      'Announced are: that a file is being read, or why it cannot be; the zoom; with the probe, the place and values of the pixel at rest; what recognition found.',
    ],
    keys: [
      key('+, -', 'image', 'zooms in, zooms out'),
      key('0, 1', 'image', 'fits the whole image; shows one image pixel per screen pixel'),
      key('arrow keys', 'image', 'moves the image'),
      key('P', 'image', 'begins and ends the probe: the arrow keys then go pixel by pixel'),
      key('Shift with an arrow key', 'image, with probe', 'goes ten pixels'),
      key('Escape', 'image, with probe', 'ends the probe'),
      key('D', 'image', 'turns Detections on and off'),
      key(
        'Arrow Up, Arrow Down, Home, End',
        'list of detections',
        'another detection, which is lit in the image',
      ),
      key('Enter', 'list of detections', 'shows the detection as large as there is room'),
      key('Ctrl+C (Cmd+C)', 'list of detections', 'copies its label or text'),
      key(
        'Page Up, Page Down',
        'image editor',
        'the image before, the next image of the folder (a list of choices keeps the key)',
      ),
    ],
  },
  training: {
    title: 'Sightline: training runs',
    intro: [
      'The page draws the curves of training runs. The table “Last values” at its end says the same: the last value of each metric, its step, and how many points there are. Tab leads to Compare With…, Open in Browser and, with several runs, to the button that removes one.',
    ],
    keys: [],
  },
  runs: {
    title: 'Sightline: list of runs',
    intro: [
      'The view lists folder runs, the newest first, each with its state, counts and model. Sightline: Describe Folder… in the Command Palette begins a new run.',
    ],
    keys: [
      key('Arrow Up, Arrow Down', 'list', 'another run'),
      key('Enter', 'list', 'opens the page of the run'),
      key('Shift+F10', 'list', 'opens the menu of the run: Resume, Export, Rename, Remove'),
    ],
  },
};

/** The help of a page as text. */
export function helpText(page: HelpPage): string {
  const { title, intro, keys } = help[page];
  const lines = keys.map(({ key, where, does }) => `${key}; ${where}: ${does}.`);
  return [title, ...intro, ...(lines.length === 0 ? [] : [['Keys:', ...lines].join('\n')]), tail].join(
    '\n\n',
  );
}

const tail = 'Alt+F1 opens this help, Escape closes it. The same is in docs/accessibility.md.';
