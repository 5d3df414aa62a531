import assert from 'node:assert/strict';
import sharp from 'sharp';
import * as vscode from 'vscode';
import { requestContent, startTestProvider, type TestProvider } from '../support/testProvider.ts';

/** What the providers list: each says what its model takes. */
function listing(id: string, ...takes: string[]) {
  return ({ method }: { method: string }) =>
    method === 'GET'
      ? { body: { data: [{ id, architecture: { input_modalities: takes, output_modalities: ['text'] } }] } }
      : undefined;
}

suite('Images for text-only models of the chat', () => {
  let words: TestProvider;
  let vision: TestProvider;
  const settings = () => vscode.workspace.getConfiguration('sightline');
  const set = (name: string, value: unknown) =>
    settings().update(name, value, vscode.ConfigurationTarget.Global);

  suiteSetup(async () => {
    [words, vision] = [await startTestProvider(), await startTestProvider()];
    words.script(listing('wordy', 'text'));
    vision.script(listing('large', 'text', 'image'));
    await set('providers', [
      { id: 'words', label: 'Words', baseUrl: words.url, needsKey: false },
      { id: 'vision', label: 'Vision', baseUrl: vision.url, needsKey: false },
    ]);
    await set('chat.imageDescriber', 'vision/large');
  });

  suiteTeardown(async () => {
    await set('providers', undefined);
    await set('chat.imageDescriber', undefined);
    await Promise.all([words.close(), vision.close()]);
  });

  async function modelNamed(name: string): Promise<vscode.LanguageModelChat> {
    for (let tries = 0; tries < 60; tries++) {
      const models = await vscode.lm.selectChatModels({ vendor: 'sightline' });
      const found = models.find(model => model.name.trim() === name);
      if (found !== undefined) return found;
      await new Promise(resolve => setTimeout(resolve, 250));
    }
    throw new Error(`No model ${name} is offered.`);
  }

  async function answer(model: vscode.LanguageModelChat, messages: vscode.LanguageModelChatMessage[]) {
    let text = '';
    const response = await model.sendRequest(messages, {});
    for await (const part of response.text) text += part;
    return text;
  }

  const asked = ({ requests }: TestProvider) => requests.filter(({ method }) => method === 'POST');

  test('the model gets words and no image; the second turn of the same image is described from what was kept', async () => {
    const model = await modelNamed('wordy (images described by large)');
    const file = sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff0000' } }).png();
    const image = vscode.LanguageModelDataPart.image(new Uint8Array(await file.toBuffer()), 'image/png');
    const question = new vscode.LanguageModelChatMessage(vscode.LanguageModelChatMessageRole.User, [
      new vscode.LanguageModelTextPart('Which colour?'),
      image,
    ]);
    const first = await answer(model, [question]);
    assert.match(first, /^> 1 image described by large\.\n\nYou wrote: Which colour\?/);
    const [seen] = asked(vision);
    assert.equal(requestContent(seen?.body).images.length, 1);
    assert.doesNotMatch(requestContent(seen?.body).text, /Which colour/);
    const [got] = asked(words);
    assert.doesNotMatch(JSON.stringify(got?.body), /base64|image_url/);
    assert.match(
      requestContent(got?.body).text,
      /\[Image 1, described by large\.[^]*\n> The picture is mostly red\./,
    );

    const second = await answer(model, [
      question,
      vscode.LanguageModelChatMessage.Assistant(first),
      vscode.LanguageModelChatMessage.User('Sure?'),
    ]);
    assert.match(second, /^> 1 image described by large \(1 kept\)\.\n\nYou wrote: Sure\?/);
    assert.equal(asked(vision).length, 1);
    assert.equal(asked(words).length, 2);
    assert.doesNotMatch(JSON.stringify(asked(words)[1]?.body), /1 image described by/);
  });
});
