import { hostname } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { Lazy } from '../../base/lazy.ts';
import { commands } from '../../contributions.ts';
import type { Account } from '../credentials/account.ts';
import { showError } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import { writeSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { LocalService, type ServiceEnd } from './localService.ts';
import type { LocalServiceFlowOptions } from './localServiceFlows.ts';
import { lastLogLines } from './lastLogLines.ts';

/** The service on this machine, with its data in the global storage, which all windows have in common. */
export function createLocalService(context: vscode.ExtensionContext): LocalService {
  const folder = (): string => folderOf(context);
  const built = (name: string): string => path.join(context.extensionPath, 'dist', name);
  return new LocalService({
    folder,
    startProcess: async signal => {
      const { startProcess } = await import('./startProcess.ts');
      return startProcess(
        { program: built('localService.mjs'), library: built('service.mjs') },
        folder(),
        signal,
      );
    },
  });
}

const flows = new Lazy(() => import('./localServiceFlows.ts'));
const dialogues = new Lazy(() => import('../credentials/editorDialogue.ts'));

type Flow = 'startFlow' | 'stopFlow' | 'logInLocallyFlow' | 'manageKeysFlow';

/** Registers the commands of the local service; joins one that runs already, starts none. */
export function registerLocalService(
  context: vscode.ExtensionContext,
  { service, account, log }: { service: LocalService; account: Account; log: Log },
): vscode.Disposable {
  const parts: LocalServiceFlowOptions = {
    service,
    account,
    address: {
      read: () => vscode.workspace.getConfiguration('sightline').inspect<string>('service.url')?.globalValue,
      write: url => writeSetting('service.url', url),
    },
    machine: hostname().slice(0, 100) || t('this machine'),
    logLines: () => lastLogLines(folderOf(context), 5),
  };
  const register = (command: string, flow: Flow, failure: string): vscode.Disposable =>
    vscode.commands.registerCommand(command, async () => {
      if (flow !== 'stopFlow' && !(await requireTrust())) return;
      try {
        const { editorDialogue } = await dialogues.get();
        await (await flows.get())[flow](parts, editorDialogue);
      } catch (error) {
        log.error(failure, error);
        await showError(error, failure);
      }
    });
  const reportEnd = async (end: ServiceEnd): Promise<void> => {
    const { editorDialogue } = await dialogues.get();
    const { reportServiceEnd } = await flows.get();
    await reportServiceEnd(end, parts, editorDialogue);
  };
  service.join().catch((error: unknown) => log.error('The local service could not be looked up', error));
  return vscode.Disposable.from(
    service,
    register(commands.startLocalService, 'startFlow', t('The local service was not started')),
    register(commands.stopLocalService, 'stopFlow', t('The local service was not stopped')),
    register(commands.logInToLocalService, 'logInLocallyFlow', t('Login to the local service failed')),
    register(commands.manageApiKeys, 'manageKeysFlow', t('The API keys page was not opened')),
    service.onEnd(end => {
      log.warn(`The local service has stopped: ${end}\n${lastLogLines(folderOf(context), 30)}`);
      reportEnd(end).catch((error: unknown) => showError(error));
    }),
  );
}

function folderOf(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, 'localService');
}
