import { hostname } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { Account } from '../credentials/account.ts';
import type { Dialogue } from '../credentials/dialogue.ts';
import { editorDialogue } from '../credentials/editorDialogue.ts';
import { showError } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import { writeSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { LocalService } from './localService.ts';
import {
  logInLocallyFlow,
  manageKeysFlow,
  startFlow,
  stopFlow,
  reportServiceEnd,
} from './localServiceFlows.ts';
import type { LocalServiceFlowOptions } from './localServiceFlows.ts';
import { lastLogLines, startProcess } from './startProcess.ts';

/** The service on this machine, with its data in the global storage, which all windows have in common. */
export function createLocalService(context: vscode.ExtensionContext): LocalService {
  const folder = (): string => folderOf(context);
  const built = (name: string): string => path.join(context.extensionPath, 'dist', name);
  return new LocalService({
    folder,
    startProcess: signal =>
      startProcess({ program: built('localService.mjs'), library: built('service.mjs') }, folder(), signal),
  });
}

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
    machine: hostname().slice(0, 100) || 'this machine',
    logLines: () => lastLogLines(folderOf(context), 5),
  };
  const register = (
    command: string,
    flow: (parts: LocalServiceFlowOptions, dialogue: Dialogue) => Promise<void>,
    failure: string,
  ): vscode.Disposable =>
    vscode.commands.registerCommand(command, async () => {
      if (flow !== stopFlow && !(await requireTrust())) return;
      await flow(parts, editorDialogue).catch((error: unknown) => {
        log.error(failure, error);
        return showError(error, failure);
      });
    });
  service.join().catch((error: unknown) => log.error('The local service could not be looked up', error));
  return vscode.Disposable.from(
    service,
    register(commands.startLocalService, startFlow, 'The local service was not started'),
    register(commands.stopLocalService, stopFlow, 'The local service was not stopped'),
    register(commands.logInToLocalService, logInLocallyFlow, 'Login to the local service failed'),
    register(commands.manageApiKeys, manageKeysFlow, 'The API keys page was not opened'),
    service.onEnd(end => {
      log.warn(`The local service has stopped: ${end}\n${lastLogLines(folderOf(context), 30)}`);
      reportServiceEnd(end, parts, editorDialogue).catch((error: unknown) => showError(error));
    }),
  );
}

function folderOf(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, 'localService');
}
