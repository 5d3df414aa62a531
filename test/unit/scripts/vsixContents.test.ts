import { expect, test } from 'vitest';
import { compareContents } from '../../../scripts/vsixContents.ts';

test('a file that nobody expects is told', () => {
  const { unexpected } = compareContents(['extension/src/secret.ts', 'extension/package.json'], 'linux-x64');
  expect(unexpected).toEqual(['extension/src/secret.ts']);
});

test('each file of a braced pattern is expected by itself', () => {
  const { missing } = compareContents(['extension/dist/extension.js'], 'linux-x64');
  expect(missing).toContain('extension/dist/webview.js');
  expect(missing).not.toContain('extension/dist/extension.js');
});

test('the binaries of another platform are unexpected, those of the target are missed', () => {
  const linux = 'extension/node_modules/@img/sharp-linux-x64/lib/sharp-linux-x64-0.35.5.node';
  const { unexpected, missing } = compareContents([linux], 'win32-arm64');
  expect(unexpected).toEqual([linux]);
  expect(missing).toContain('extension/node_modules/@img/sharp-win32-arm64/lib/*.node');
});

test('the target of musl has the binaries that sharp names so', () => {
  const { missing } = compareContents([], 'alpine-x64');
  expect(missing).toContain('extension/node_modules/@img/sharp-libvips-linuxmusl-x64/lib/*.so*');
});

test('VS Code says armhf where sharp says arm', () => {
  const { missing } = compareContents([], 'linux-armhf');
  expect(missing).toContain('extension/node_modules/@img/sharp-linux-arm/lib/*.node');
});

test('the package without a target has WebAssembly and no binaries', () => {
  const binary = 'extension/node_modules/@img/sharp-linux-x64/lib/sharp-linux-x64-0.35.5.node';
  const { unexpected, missing } = compareContents([binary], 'universal');
  expect(unexpected).toEqual([binary]);
  expect(
    missing.filter(pattern => pattern.includes('/sharp-')).every(pattern => pattern.includes('wasm32')),
  ).toBe(true);
});
