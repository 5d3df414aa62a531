import { counted, t } from '../../../base/l10n.ts';
import { present } from '../../../base/present.ts';
import * as vscode from 'vscode';
import { exportFormat, type ExportFormat } from '../../../runs/exports/exportFormats.ts';
import type { ExportOptions } from '../../../runs/exports/exportOptions.ts';
import { planSidecars, type SidecarPlan } from '../../../runs/exports/sidecars/planSidecars.ts';
import { readBackEdits } from '../../../runs/exports/sidecars/readBackEdits.ts';
import type { SidecarKind } from '../../../runs/exports/sidecars/sidecarNames.ts';
import type { RunRecord } from '../../../runs/runRecord.ts';
import { lineChoices, planText, sidecarChoices } from '../exportText.ts';
import { editorExportFiles } from '../files/editorExportFiles.ts';
import { showInformation } from '../../dialogs/messages.ts';
import { withProgress } from '../../dialogs/progress.ts';
import { showQuickPick } from '../../dialogs/quickInput.ts';

/** What is to be written beside the pictures. */
export interface ChosenSidecars {
  format: ExportFormat;
  options: Partial<ExportOptions>;
}

/**
 * Looks at what stands beside the pictures, shows it before anything is written, and asks what to do. Descriptions that
 * were edited in their files are offered to be taken over first.
 * @returns `undefined` where the person turned away.
 */
export async function chooseSidecars(
  format: ExportFormat,
  record: RunRecord,
  folder: vscode.Uri,
  acceptedOnly: boolean,
): Promise<ChosenSidecars | 'nothing' | undefined> {
  const look = (): Promise<SidecarPlan> => lookBeside(format, record, folder, acceptedOnly);
  let plan = await look();
  if (plan.counts.edited > 0) {
    const answer = await takeOver(plan, record);
    if (answer === undefined) return undefined;
    if (answer) plan = await look();
  }
  const choices = sidecarChoices(plan);
  if (choices.length === 0) {
    void showInformation(
      t('{format}: nothing to write ({plan}).', { format: format.label, plan: planText(plan) }),
    );
    return 'nothing';
  }
  const picked = await showQuickPick(choices, {
    title: `${format.label}: ${planText(plan)}`,
    placeHolder: t('Select what to write'),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  const { instead, overwrite, inTheWay } = picked;
  const onOneLine = await chooseLines(plan);
  if (onOneLine === undefined) return undefined;
  return {
    format: instead === undefined ? format : exportFormat(instead),
    options: {
      ...present({ overwrite, inTheWay }),
      ...(onOneLine ? { onOneLine } : {}),
    },
  };
}

/** Whether lines are joined, which is asked where there are several; `undefined` where the person turned away. */
async function chooseLines(plan: SidecarPlan): Promise<boolean | undefined> {
  const choices = lineChoices(plan);
  if (choices.length === 0) return false;
  const picked = await showQuickPick(choices, {
    title: counted(
      plan.severalLines,
      '{count} description has several lines',
      '{count} descriptions have several lines',
    ),
    placeHolder: t('Select how they are written'),
    ignoreFocusOut: true,
  });
  return picked?.onOneLine;
}

function lookBeside(
  format: ExportFormat,
  record: RunRecord,
  folder: vscode.Uri,
  acceptedOnly: boolean,
): Promise<SidecarPlan> {
  return withProgress(t('Checking existing files next to the images'), (_progress, signal) =>
    planSidecars(format.id as SidecarKind, record, folder.toString(), {
      files: editorExportFiles,
      signal,
      acceptedOnly,
    }),
  );
}

/** Whether edits were taken over into the run; `undefined` where the person turned away. */
async function takeOver(plan: SidecarPlan, record: RunRecord): Promise<boolean | undefined> {
  const [take, leave] = [t('Use Edited Texts'), t('Ignore')];
  const count = plan.counts.edited;
  const answer = await showInformation(
    counted(
      count,
      '{count} exported description was edited outside Sightline.',
      '{count} exported descriptions were edited outside Sightline.',
    ),
    {
      modal: true,
      detail: t(
        'You can use the edited texts as descriptions of the run. The files are not changed either way.',
      ),
    },
    take,
    leave,
  );
  if (answer === undefined) return undefined;
  if (answer !== take) return false;
  for await (const { index, text } of readBackEdits(plan, record, editorExportFiles))
    await record.edit(index, text);
  return true;
}
