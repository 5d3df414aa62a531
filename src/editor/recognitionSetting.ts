import * as vscode from 'vscode';
import { setRecognition } from '../recognition/recognitionSwitch.ts';
import { affects, readSetting } from './settings.ts';

/** Turns recognition on this machine on and off as the setting says. */
export function registerRecognitionSetting(): vscode.Disposable {
  const follow = (): void => setRecognition(readSetting('recognition.enabled'));
  follow();
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (affects(event, 'recognition.enabled')) follow();
  });
}
