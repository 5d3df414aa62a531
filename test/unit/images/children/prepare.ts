/** Prepares the files that are given and prints what came of them and which modules that took: `prepare.ts FILE…`. */
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    loaded.add(url);
    return next(url, context);
  },
});

const { prepareImage } = await import('../../../../src/images/prepare/prepareImage.ts');
const pictures = [];
for (const file of process.argv.slice(2)) {
  try {
    const { dataUrl, width, height, notes } = await prepareImage(file, { maxSide: 256 });
    pictures.push({ dataUrl, width, height, notes });
  } catch (error) {
    pictures.push({ error: String(error) });
  }
}
// Only now: whoever loads it first chooses its build.
const { default: sharp } = await import('sharp');
const build = 'emscripten' in sharp.versions ? 'wasm' : 'native';
console.log(JSON.stringify({ build, loaded: [...loaded], pictures }));
