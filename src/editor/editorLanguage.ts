import * as vscode from 'vscode';
import { useTranslations } from '../base/l10n.ts';

/*
 * The messages in the language of the editor, where there is a translation. It is the first import of the extension, since some
 * messages are made when their file is read; the editor has read the translations by then.
 */
const { bundle } = vscode.l10n;
if (bundle !== undefined && typeof vscode.env.language === 'string')
  useTranslations({ language: vscode.env.language, texts: bundle });
