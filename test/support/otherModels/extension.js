// What it is asked is counted in its answer: images by their bytes, and the words of the person.
import { Buffer } from 'node:buffer';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';

const model = (id, more) => ({
  id,
  name: id,
  family: id,
  version: '1',
  maxInputTokens: 20000,
  maxOutputTokens: 4000,
  capabilities: { imageInput: true, toolCalling: true },
  ...more,
});

export function activate(context) {
  const changed = new vscode.EventEmitter();
  const provider = {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: () => [
      model('viewer'),
      model('auto', { maxInputTokens: 0, maxOutputTokens: 0 }),
    ],
    provideTokenCount: () => 1,
    async provideLanguageModelChatResponse(_model, messages, _options, progress, token) {
      const parts = messages.flatMap(({ content }) => content);
      const images = parts.filter(part => part instanceof vscode.LanguageModelDataPart);
      const words = parts
        .filter(part => part instanceof vscode.LanguageModelTextPart)
        .map(part => part.value);
      const said = words.join(' ');
      if (said.includes('refuse')) throw vscode.LanguageModelError.Blocked('The quota is used up.');
      // The editor scales images to 768 pixels on the shorter side and makes a PNG of them, whatever their type says; small ones stay JPEG.
      const heights = images.map(({ data }) =>
        data[0] === 0x89 ? Buffer.from(data).readUInt32BE(20) : 'few',
      );
      progress.report(
        new vscode.LanguageModelTextPart(
          `Other model: ${images.length} image (${heights.join(', ')} pixels high). `,
        ),
      );
      for (let count = 0; said.includes('slowly') && count < 600 && !token.isCancellationRequested; count++) {
        progress.report(new vscode.LanguageModelTextPart(`${count} `));
        await pause(100);
      }
      progress.report(new vscode.LanguageModelTextPart(`You said: ${words.at(-1)}`));
    },
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('other', provider), changed);
  changed.fire();
}
