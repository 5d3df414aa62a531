import { t } from '../../../base/l10n.ts';
import { present } from '../../../base/present.ts';
import { baseName } from '../../../base/baseName.ts';
import * as vscode from 'vscode';
import type { AnswerSchema } from '../../../schema/answerSchema.ts';
import { builtInSchemas } from '../../../schema/builtInSchemas.ts';
import { columnsOf } from '../../../schema/columns.ts';
import { schemaFromText } from '../../../schema/schemaFromText.ts';
import { takesVocabulary, withVocabulary } from '../../../schema/vocabulary.ts';
import { readSetting } from '../../settings.ts';
import { askClasses } from './askClasses.ts';
import { showInputBox, showQuickPick } from '../../dialogs/quickInput.ts';

/** What was chosen: a form, or free text; with the prompt that goes with it. */
export interface SchemaChoice {
  schema: AnswerSchema | undefined;
  prompt: string;
}

interface Form {
  form: AnswerSchema;
  prompt?: string;
  needsVocabulary?: boolean;
}

interface SchemaItem extends vscode.QuickPickItem {
  take?: () => Form | 'none' | Promise<Form | undefined>;
}

/** Lets the person choose the form that answers must have. `undefined` where they turned away. */
export async function chooseSchema(current: SchemaChoice): Promise<SchemaChoice | undefined> {
  const picked = await showQuickPick(schemaItems(), {
    title: t('Answer Schema'),
    placeHolder: t('Select the structure of the answers'),
    matchOnDetail: true,
  });
  const taken = await picked?.take?.();
  if (taken === undefined) return undefined;
  if (taken === 'none') return { schema: undefined, prompt: fittingPrompt(current.prompt, undefined) };
  const { form, prompt, needsVocabulary = false } = taken;
  const chosen = { schema: form, prompt: fittingPrompt(current.prompt, prompt) };
  if (!needsVocabulary && !takesVocabulary(form)) return chosen;
  const classes = await askClasses(needsVocabulary);
  if (classes === undefined) return undefined;
  if (classes.length === 0) return chosen;
  const { form: filled, words } = withVocabulary(form, classes);
  return { schema: filled, prompt: words === undefined ? chosen.prompt : `${chosen.prompt}\n\n${words}` };
}

function schemaItems(): SchemaItem[] {
  const icon = (name: string) => ({ iconPath: new vscode.ThemeIcon(name) });
  return [
    { label: t('Free Text'), ...icon('note'), detail: t('One plain text per image'), take: () => 'none' },
    { label: t('Built-in schemas'), kind: vscode.QuickPickItemKind.Separator },
    ...builtInSchemas.map(({ name, help, prompt, form, needsVocabulary }) => ({
      label: name,
      ...icon('table'),
      description: columnsOf(form.schema).join(', '),
      detail: help,
      take: () => ({ form, prompt, needsVocabulary }),
    })),
    { label: t('Your own schema'), kind: vscode.QuickPickItemKind.Separator },
    {
      label: t('From a File…'),
      ...icon('json'),
      detail: t('A JSON Schema or an example answer, as JSON or YAML'),
      take: fromFile,
    },
    {
      label: t('From an Example…'),
      ...icon('edit'),
      detail: t('Enter an example answer: {"caption": "A boat", "count": 1}'),
      take: fromExample,
    },
  ];
}

async function fromFile(): Promise<Form | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [file] =
    (await vscode.window.showOpenDialog({
      openLabel: t('Use as Schema'),
      filters: { 'JSON or YAML': ['json', 'jsonc', 'json5', 'yaml', 'yml'], 'All Files': ['*'] },
      ...present({ defaultUri: folder }),
    })) ?? [];
  if (file === undefined) return undefined;
  return schemaFromText(
    new TextDecoder().decode(await vscode.workspace.fs.readFile(file)),
    baseName(file.path),
  );
}

async function fromExample(): Promise<Form | undefined> {
  const text = await showInputBox({
    title: t('Answer Schema'),
    prompt: t('An example answer as JSON. Columns and types are inferred from it.'),
    placeHolder: '{"caption": "A boat on a lake", "objects": ["boat"], "people": 0}',
    ignoreFocusOut: true,
  });
  return text === undefined || text.trim() === '' ? undefined : schemaFromText(text, t('the example'));
}

/** The form's own prompt takes the place of the usual one, and of another form's; what the person wrote stays. */
function fittingPrompt(current: string, wanted: string | undefined): string {
  const usual = readSetting('describe.prompt');
  const isOurs = current === usual || builtInSchemas.some(({ prompt }) => prompt === current);
  return isOurs ? (wanted ?? usual) : current;
}
