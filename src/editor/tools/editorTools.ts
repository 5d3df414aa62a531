import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { formatBytes } from '../../base/localFormat.ts';
import { redact } from '../../base/redact.ts';
import { shorten } from '../../base/shorten.ts';
import { visibleText } from '../../base/visibleText.ts';
import { AgentTools } from '../../tools/agentTools.ts';
import type { ToolName } from '../../tools/definitions.ts';
import type { DescribePlan } from '../../tools/describeImage.ts';
import type { ToolCall } from '../../tools/toolWork.ts';
import { inertText } from '../dialogs/inertText.ts';
import { showWarning } from '../dialogs/messages.ts';
import type { Log } from '../log.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';
import { cancellable } from '../cancellable.ts';
import { withEditorHint } from '../remedyButtons.ts';
import { consentedTarget } from './editorTarget.ts';
import { workspaceFolders } from './workspaceFolders.ts';

/** What the tools of the editor stand on. */
export interface EditorToolsParts {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
  /** What the editor lets Sightline ask of its models. */
  access: vscode.LanguageModelAccessInformation;
  /** The folder of the runs, where descriptions are kept. */
  runsFolder: () => string;
  log: Log;
}

/** Calls that the person was asked about and that have not come yet. */
const mostAsked = 100;
/** Characters of a question in the confirmation. */
const longestShown = 200;

/** The tools for agents in this window: the person is asked before an image leaves the machine, and only then. */
export class EditorTools {
  readonly #tools: AgentTools;
  readonly #log: Log;
  /** Where the person let the image of a call go, by its input. */
  readonly #hosts = new Map<string, string>();
  /** Where the person let all images of this window's MCP server go. */
  readonly #agreed = new Set<string>();

  constructor({ providers, choice, asker, access, runsFolder, log }: EditorToolsParts) {
    this.#log = log;
    this.#tools = new AgentTools({
      folders: workspaceFolders,
      store: runsFolder(),
      target: () => consentedTarget({ providers, choice, asker }, access),
      report: message => log.warn(message),
    });
  }

  /** What the editor shows of a call, and whether it asks the person first. */
  async prepare(
    name: ToolName,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    if (name !== 'describeImage') return { invocationMessage: messages[name] };
    try {
      const plan = await cancellable(token, signal => this.#tools.planDescription(input, { signal }));
      const invocationMessage = t('Looking at {shown}', { shown: shown(plan.image.name) });
      if (plan.isKept || plan.host === undefined) return { invocationMessage };
      this.#hosts.set(JSON.stringify(input), plan.host);
      const [oldest] = this.#hosts.keys();
      if (this.#hosts.size > mostAsked && oldest !== undefined) this.#hosts.delete(oldest);
      return { invocationMessage, confirmationMessages: confirmation(plan) };
    } catch (error) {
      if (isAbort(error) || !(error instanceof SightlineError)) throw error;
      // The call itself says what is wrong: nothing is sent.
      return { invocationMessage: messages[name] };
    }
  }

  async invoke(
    name: ToolName,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const agreed = this.#hosts.get(JSON.stringify(input));
    try {
      const text = await cancellable(token, signal =>
        this.#tools.run(name, input, { signal, mayReceive: host => host === agreed }),
      );
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } catch (error) {
      if (isAbort(error)) throw new vscode.CancellationError();
      throw new Error(this.explain(error), { cause: error });
    }
  }

  /** Does a call that came over MCP, where the editor's own question names neither image nor host: the window asks. */
  async runForMcp(name: ToolName, input: unknown, call: ToolCall): Promise<string> {
    if (name !== 'describeImage') return this.#tools.run(name, input, call);
    const plan = await this.#tools.planDescription(input, call);
    const { host } = plan;
    if (host !== undefined && !plan.isKept && !this.#agreed.has(host)) {
      const { title, message } = confirmation(plan);
      const [once, always] = [t('Send'), t('Send All in This Window')];
      const answer = await showWarning(title, { modal: true, detail: message }, once, always);
      if (answer !== once && answer !== always)
        throw new SightlineError('permissionDenied', 'The person did not let the image be sent.', {
          hint: 'Do not ask again; measure_image sends nothing.',
        });
      if (answer === always) this.#agreed.add(host);
    }
    return this.#tools.run(name, input, { ...call, mayReceive: to => to === host });
  }

  /** What an agent is told of a failure, with what to do next. */
  explain(error: unknown): string {
    if (error instanceof SightlineError) return redact(withEditorHint(error));
    this.#log.error('A tool for agents failed', error);
    return 'An internal error occurred in Sightline.';
  }

  close(): Promise<void> {
    return this.#tools.close();
  }
}

const messages: Readonly<Record<ToolName, string>> = {
  describeImage: t('Looking at an image'),
  measureImage: t('Measuring an image on this machine'),
  findImages: t('Searching the descriptions of images'),
};

/** Names the image, the host and the bytes. */
function confirmation({ image, host = '', label, model, byteLength = 0, prompt, notice }: DescribePlan) {
  return {
    title: t('Send image to {host}?', { host: shown(host) }),
    message: inertText(
      [
        t('{image} ({size}) is sent to {host}, for {model} of {provider} to answer: “{question}”', {
          image: shown(image.name),
          size: formatBytes(byteLength),
          host: shown(host),
          model: shown(model),
          provider: shown(label),
          question: shown(shorten(prompt, longestShown)),
        }),
        ...(notice === undefined ? [] : [notice]),
      ].join(' '),
    ),
  };
}

function shown(text: string): string {
  return visibleText(text);
}
