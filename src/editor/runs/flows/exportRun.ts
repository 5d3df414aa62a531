import type { Memento } from 'vscode';
import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { countRows } from '../runView.ts';
import { isAbort, ValueError } from '../../../base/errors.ts';
import { exportFormats, type ExportFormat } from '../../../runs/exports/exportFormats.ts';
import type { ExportOptions, ExportReport } from '../../../runs/exports/exportOptions.ts';
import { exportProgress } from '../../../runs/exports/exportProgress.ts';
import { exportRun } from '../../../runs/exports/exportRun.ts';
import type { RunRecord } from '../../../runs/runRecord.ts';
import { showError } from '../../errorMessage.ts';
import { requireTrust } from '../../trust.ts';
import { exportText } from '../exportText.ts';
import { editorExportFiles } from '../files/editorExportFiles.ts';
import { editorPictureFiles } from '../files/editorPictureFiles.ts';
import { runFolder } from '../files/runFolder.ts';
import { chooseSidecars } from './chooseSidecars.ts';
import { showInformation, showWarning } from '../../dialogs/messages.ts';
import { withProgress } from '../../dialogs/progress.ts';
import { showQuickPick } from '../../dialogs/quickInput.ts';

/** One export that is to be made. */
interface Export {
  format: ExportFormat;
  target: vscode.Uri;
  options: Partial<ExportOptions>;
}

/** Asks in which formats and where a run is written, writes it, and tells what came of it. */
export async function exportRunFlow(record: RunRecord, toolVersion: string, memory: Memento): Promise<void> {
  const chosen = await chooseFormats(record, memory);
  if (chosen === undefined) return;
  const { formats, acceptedOnly } = chosen;
  // What reads no image and writes where the person says is only text of one's own.
  const touchesImages = formats.some(({ needsPictures, target }) => needsPictures || target !== 'file');
  if (touchesImages && !(await requireTrust(t('reads no images and writes no files next to them')))) return;
  const folder = runFolder(record);
  const includeUncertain = formats.some(({ hasBoxes }) => hasBoxes) ? await chooseDetections() : false;
  if (includeUncertain === undefined) return;
  const targets = await chooseTargets(formats, record, folder, acceptedOnly);
  if (targets === undefined || targets.length === 0) return;
  const common = {
    ...(includeUncertain ? { includeUncertain } : {}),
    ...(acceptedOnly ? { acceptedOnly } : {}),
  };
  const exports = targets.map(one => ({ ...one, options: { ...one.options, ...common } }));
  const reports = await writeAll(exports, record, toolVersion);
  if (reports.length > 0) await report(record, exports, reports);
}

/** What is exported. */
interface ChosenFormats {
  formats: ExportFormat[];
  acceptedOnly: boolean;
}

interface FormatItem extends vscode.QuickPickItem {
  format?: ExportFormat;
}

/** Under this name the folder's memory has what was chosen last: ids of formats. */
const memoryKey = 'exportFormats';
const acceptedKey = 'exportAcceptedOnly';

/** Asks for formats, the last choice preset, and where anything is accepted, whether only that comes out. */
async function chooseFormats(record: RunRecord, memory: Memento): Promise<ChosenFormats | undefined> {
  const last = memory.get<readonly unknown[]>(memoryKey, []);
  const accepted = countRows(record).accepted;
  const onlyAccepted: FormatItem = {
    label: t('Accepted Only ({accepted})', { accepted }),
    detail: t('Leave out descriptions that are not accepted'),
    picked: memory.get(acceptedKey) === true,
  };
  const items: FormatItem[] = [
    ...(accepted === 0
      ? []
      : [
          { label: t('Descriptions'), kind: vscode.QuickPickItemKind.Separator },
          onlyAccepted,
          { label: t('Formats'), kind: vscode.QuickPickItemKind.Separator },
        ]),
    ...exportFormats.map(format => ({
      label: format.label,
      description: format.fileName,
      detail: format.help,
      picked: last.includes(format.id),
      format,
    })),
  ];
  const picked = await showQuickPick<FormatItem>(items, {
    title: t('Export Run'),
    placeHolder: t('Select one or more formats'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  const formats = picked?.flatMap(({ format }) => format ?? []) ?? [];
  if (picked === undefined || formats.length === 0) return undefined;
  const acceptedOnly = picked.some(
    ({ label, format }) => format === undefined && label === onlyAccepted.label,
  );
  await memory.update(
    memoryKey,
    formats.map(({ id }) => id),
  );
  if (accepted > 0) await memory.update(acceptedKey, acceptedOnly);
  return { formats, acceptedOnly };
}

/** Whether uncertain detections come out, too; `undefined` where the person turned away. */
async function chooseDetections(): Promise<boolean | undefined> {
  const picked = await showQuickPick(
    [
      { label: t('Confident Detections'), detail: t('As the descriptions state them'), all: false },
      { label: t('All Detections'), detail: t('Also uncertain ones; each has its score'), all: true },
    ],
    { title: t('Export Run'), placeHolder: t('Select which detections to export'), ignoreFocusOut: true },
  );
  return picked?.all;
}

/** Where each export goes. `undefined` where the person turned away. */
async function chooseTargets(
  formats: readonly ExportFormat[],
  record: RunRecord,
  folder: vscode.Uri,
  acceptedOnly: boolean,
): Promise<Export[] | undefined> {
  const exports: Export[] = [];
  const single = formats.filter(({ target }) => target === 'file');
  const [only] = single;
  if (only !== undefined && single.length === 1) {
    const target = await vscode.window.showSaveDialog({
      title: t('Export {only}', { only: only.label }),
      defaultUri: vscode.Uri.joinPath(folder, only.fileName),
      saveLabel: t('Export'),
    });
    if (target === undefined) return undefined;
    // The dialog has asked about what stands there, but not about the files of other folders.
    exports.push({ format: only, target, options: only.id === 'huggingface' ? {} : { replace: true } });
  } else if (only !== undefined) {
    const chosen = await chooseFolder(
      t('Folder for {files}', { files: single.map(({ fileName }) => fileName).join(', ') }),
      folder,
    );
    if (chosen === undefined) return undefined;
    for (const format of single)
      exports.push({ format, target: vscode.Uri.joinPath(chosen, format.fileName), options: {} });
  }
  for (const format of formats) {
    if (format.target === 'runFolder') {
      const chosen = await chooseSidecars(format, record, folder, acceptedOnly);
      if (chosen === undefined) return undefined;
      if (chosen !== 'nothing') exports.push({ ...chosen, target: folder });
    } else if (format.target === 'otherFolder') {
      const what = format.hasBoxes === true ? 'labels' : 'copies';
      const target = await chooseFolder(
        t('Folder for the {what} of {record}', { what, record: record.title }),
        folder,
      );
      if (target === undefined) return undefined;
      // As with single files: what Sightline wrote and nobody edited gives way, and the report says how many did.
      exports.push({ format, target, options: { overwrite: 'ours' } });
    }
  }
  return exports;
}

async function chooseFolder(title: string, folder: vscode.Uri): Promise<vscode.Uri | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title,
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: folder,
      openLabel: t('Export Here'),
    })) ?? [];
  return chosen;
}

/** How an export under way is told and stopped. */
interface Going {
  signal: AbortSignal;
  /** With how many pictures are done. */
  onProgress: (done: number) => void;
}

/** Makes the exports under one notification: the editor hides toasts that come one upon the other. */
async function writeAll(
  exports: readonly Export[],
  record: RunRecord,
  toolVersion: string,
): Promise<ExportReport[]> {
  return withProgress(t('Exporting {record}', { record: record.title }), async (progress, signal) => {
    const reports: ExportReport[] = [];
    for (const one of exports) {
      const onProgress = exportProgress(record.rows.length, howFar =>
        progress.report({ message: `${one.format.label}, ${howFar}` }),
      );
      const report = await write(one, record, toolVersion, { signal, onProgress });
      if (report !== undefined) reports.push(report);
      if (signal.aborted) break;
    }
    return reports;
  });
}

/** Makes one export. `undefined` where it was stopped, failed, or what stands there is to stay. */
async function write(
  { format, target, options }: Export,
  record: RunRecord,
  toolVersion: string,
  going: Going,
): Promise<ExportReport | undefined> {
  try {
    return await exportRun(format.id, record, target.toString(), {
      files: editorExportFiles,
      toolVersion,
      readPicture: ({ picture }, signal) => editorPictureFiles.read(picture.location, signal),
      signal: going.signal,
      onProgress: going.onProgress,
      ...options,
    });
  } catch (error) {
    if (isAbort(error)) return undefined;
    if (error instanceof ValueError && format.target === 'file' && options.replace !== true) {
      if (!(await agreeToReplace(error))) return undefined;
      return write({ format, target, options: { ...options, replace: true } }, record, toolVersion, going);
    }
    // The others go on meanwhile.
    void showError(error, t('{format} could not be written', { format: format.label }));
    return undefined;
  }
}

async function agreeToReplace(error: ValueError): Promise<boolean> {
  const replace = t('Replace');
  const answer = await showWarning(
    error.message,
    { modal: true, detail: t('This overwrites its current contents.') },
    replace,
  );
  return answer === replace;
}

async function report(
  record: RunRecord,
  exports: readonly Export[],
  reports: readonly ExportReport[],
): Promise<void> {
  const files = exports.filter(({ format }) => format.target === 'file');
  const [first] = files.length > 0 ? files : exports;
  const words = exportText(record.title, reports);
  const [open, reveal] = [t('Open'), t('Reveal')];
  const show = reports.some(({ failed }) => failed.length > 0) ? showWarning : showInformation;
  const choice = await show(words, ...(files.length === 0 ? [] : [open]), reveal);
  if (first === undefined) return;
  if (choice === open) await vscode.commands.executeCommand('vscode.open', first.target);
  if (choice === reveal) await revealFile(first.target);
}

async function revealFile(uri: vscode.Uri): Promise<void> {
  const isInFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isInFolder ? 'revealInExplorer' : 'revealFileInOS', uri);
}
