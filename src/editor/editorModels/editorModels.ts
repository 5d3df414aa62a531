import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import { chatVendor } from '../../contributions.ts';
import { editorModelsProvider } from './editorModelsProvider.ts';

/** Models at most that are listed. */
const mostListed = 500;

/** The name of a model among those of all extensions. */
export function nameOf({ vendor, id }: Pick<vscode.LanguageModelChat, 'vendor' | 'id'>): string {
  return `${vendor}/${id}`;
}

/**
 * The models of other extensions: ours would be asked in a circle. One that only chooses among others (`auto`) has no context
 * window, and is left out.
 * @param selector Which ones; all where it is absent.
 */
export async function editorModels(
  selector?: vscode.LanguageModelChatSelector,
): Promise<vscode.LanguageModelChat[]> {
  const all = await vscode.lm.selectChatModels(selector);
  return all
    .filter(({ vendor, id, maxInputTokens }) => vendor !== chatVendor && id !== 'auto' && maxInputTokens > 0)
    .slice(0, mostListed);
}

/** The model of this name. @throws {SightlineError} `notFound` where no extension offers it any more. */
export async function editorModel(name: string): Promise<vscode.LanguageModelChat> {
  // No other vendor need be asked for its models with each question.
  const [vendor = ''] = name.split('/', 1);
  const ofVendor = await editorModels({ vendor });
  const found = ofVendor.find(model => nameOf(model) === name);
  if (found !== undefined) return found;
  throw new SightlineError('notFound', t('No extension offers the model {name} any more.', { name }), {
    remedy: { kind: 'chooseModel' },
  });
}

/**
 * Whether the editor lets Sightline ask this model; undefined: the editor asks the person with the first request.
 * @throws {SightlineError} `permissionDenied` where it does not, before anything is prepared for the model.
 */
export async function consentTo(
  name: string,
  access: Pick<vscode.LanguageModelAccessInformation, 'canSendRequest'>,
): Promise<true | undefined> {
  const model = await editorModel(name);
  const may = access.canSendRequest(model);
  if (may === false) throw notAllowed(model);
  return may;
}

function notAllowed(model: Pick<vscode.LanguageModelChat, 'name'>, cause?: Error): SightlineError {
  return new SightlineError(
    'permissionDenied',
    t('The editor does not let Sightline use {model}.', { model: model.name }),
    {
      ...present({ cause }),
      hint: t(
        'Open “Accounts: Manage Language Model Access” in the Command Palette and allow it there, or choose another model.',
      ),
    },
  );
}

/**
 * Whether a model takes images, as far as the editor tells: the member is there at run time and typed nowhere. `undefined`:
 * it is to be tried.
 */
export function takesImages(model: vscode.LanguageModelChat): boolean | undefined {
  const { capabilities } = model as { capabilities?: { supportsImageToText?: unknown } };
  const told = capabilities?.supportsImageToText;
  return typeof told === 'boolean' ? told : undefined;
}

/** What the editor's failures mean, with what to do next. Others stay as they are. */
export function explained(error: unknown, model: Pick<vscode.LanguageModelChat, 'name'>): unknown {
  if (!(error instanceof vscode.LanguageModelError)) return error;
  const { code, message } = error;
  const because = { cause: error };
  switch (code) {
    case 'NoPermissions':
      return notAllowed(model, error);
    case 'Blocked':
      return new SightlineError(
        'quotaExceeded',
        t('{model} takes no requests now: {message}', { model: model.name, message }),
        {
          ...because,
          hint: t('Wait and ask again, or choose another model.'),
        },
      );
    case 'NotFound':
      return new SightlineError(
        'notFound',
        t('No extension offers {model} any more.', { model: model.name }),
        {
          ...because,
          remedy: { kind: 'chooseModel' },
        },
      );
    default:
      return new SightlineError('providerFailed', `${editorModelsProvider.label}: ${message}`, because);
  }
}
