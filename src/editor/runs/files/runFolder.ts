import * as vscode from 'vscode';
import type { RunRecord } from '../../../runs/runRecord.ts';

/** The folder that the names of a run's pictures are relative to: the deepest one that holds all of them. */
export function runFolder({ rows }: Pick<RunRecord, 'rows'>): vscode.Uri {
  const [first] = rows;
  if (first === undefined) throw new Error('A run has at least one image.');
  const uri = vscode.Uri.parse(first.picture.location, true);
  const depth = first.picture.name.split('/').length;
  return vscode.Uri.joinPath(uri, ...Array<string>(depth).fill('..'));
}
