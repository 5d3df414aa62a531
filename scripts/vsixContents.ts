import path from 'node:path';
import { packageTarget } from './packageTargets.ts';

/** What lies in the package on every platform, as glob patterns; each must match at least one file. */
const everywhere = [
  'extension.vsixmanifest',
  '[[]Content_Types].xml',
  'extension/package.json',
  'extension/package.nls{,.de,.he}.json',
  'extension/l10n/bundle.l10n.{de,he}.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/dist/{extension.js,webview.js,webview.css,run.js,run.css,picture.js,picture.css,training.js,training.css,formulas.js,openai.mjs,inference.mjs,platform.mjs,codicon.css,codicon.ttf}',
  'extension/dist/{localService.mjs,mcp.mjs,service.mjs,shared-*.mjs,part-*.js}',
  'extension/dist/assets/*.{css,js,svg}',
  'extension/dist/{scanWorker.mjs,decodeWorker.mjs,describeWorker.mjs,pictureWorker.mjs,drawProcess.mjs,magick.wasm.br,magick-notice.txt,THIRD-PARTY-NOTICES.txt,sbom.cdx.json}',
  'extension/dist/{captionProcess,recognitionProcess}.mjs',
  'extension/dist/recognition/{things,faces}.{json,thin}',
  'extension/dist/recognition/{text-find.thin,text-read.thin,text-keys.txt}',
  'extension/dist/recognition/{tfjs-backend-wasm-simd.wasm,zxing_reader.wasm}',
  'extension/dist/recognition/ort-wasm-simd-threaded.{mjs,wasm.br}',
  'extension/media/{activity,icon}.svg',
  'extension/media/icon.png',
  'extension/media/walkthrough/{describeImage,chooseModel,describeFolder,promptSelection,keepKey,useInChat}.svg',
  'extension/media/skills/look-at-images/SKILL.md',
  'extension/node_modules/sharp/{package.json,LICENSE}',
  'extension/node_modules/sharp/dist/*.mjs',
  'extension/node_modules/@img/colour/{package.json,LICENSE.md,index.cjs,color.cjs}',
  'extension/node_modules/@img/sharp-wasm32/{package.json,LICENSE,README.md,versions.json,index.cjs}',
  'extension/node_modules/@img/sharp-wasm32/lib/*.{js,wasm}',
  'extension/node_modules/@img/sharp-wasm32/node_modules/@emnapi/runtime/{package.json,LICENSE,index.js}',
  'extension/node_modules/@img/sharp-wasm32/node_modules/@emnapi/runtime/dist/{emnapi.cjs.js,emnapi.cjs.min.js}',
  'extension/node_modules/detect-libc/{package.json,LICENSE}',
  'extension/node_modules/detect-libc/lib/*.js',
  'extension/node_modules/semver/{package.json,LICENSE,range.bnf,index.js,preload.js}',
  'extension/node_modules/semver/{classes,functions,internal,ranges}/*.js',
];

/** sharp's binaries for one platform; on Windows libvips lies beside them, and the universal package has none. */
function binaries(target: string): string[] {
  const [sharp, libvips] = packageTarget(target).natives.map(name => `extension/node_modules/${name}`);
  if (sharp === undefined) return [];
  if (libvips === undefined)
    return [`${sharp}/{package.json,LICENSE,README.md,versions.json,index.cjs}`, `${sharp}/lib/*.{node,dll}`];
  return [
    `${sharp}/{package.json,LICENSE,README.md,index.cjs}`,
    `${sharp}/lib/*.node`,
    `${libvips}/{package.json,README.md,versions.json}`,
    `${libvips}/lib/index.js`,
    target.startsWith('darwin') ? `${libvips}/lib/*.dylib` : `${libvips}/lib/*.so*`,
  ];
}

/** Spells out the braces of a pattern, so that each alternative is expected by itself. */
function spellOut(pattern: string): string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern);
  if (!match) return [pattern];
  const [, before = '', alternatives = '', after = ''] = match;
  return alternatives.split(',').flatMap(word => spellOut(before + word + after));
}

/** Where a package differs from what is expected of it; both empty when it is right. */
export interface Difference {
  unexpected: string[];
  /** Patterns that no file matches. */
  missing: string[];
}

/** Compares the files of a package for `target` (`linux-x64`, `universal`, …) with the expected list. */
export function compareContents(files: readonly string[], target: string): Difference {
  const patterns = [...everywhere, ...binaries(target)].flatMap(spellOut);
  const matches = (file: string, pattern: string): boolean => path.posix.matchesGlob(file, pattern);
  return {
    unexpected: files.filter(file => !patterns.some(pattern => matches(file, pattern))),
    missing: patterns.filter(pattern => !files.some(file => matches(file, pattern))),
  };
}
