import { build } from 'esbuild';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { packedFile } from '../../../scripts/packedFile.ts';
import { captionProcessBuild } from '../../../scripts/captioning/captionProcessBuild.ts';

/** Builds the process that runs captioning models and puts its runtime beside it, unless `npm test` has built all. */
export async function builtCaptionProcess(): Promise<void> {
  if (process.env['SIGHTLINE_TEST_BUILT'] !== undefined) return;
  const dist = path.join(projectFolder, 'dist');
  await build({
    absWorkingDir: projectFolder,
    outdir: dist,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: ['sharp', '@img/*'],
    logLevel: 'warning',
    ...captionProcessBuild,
  });
  await mkdir(path.join(dist, 'recognition'), { recursive: true });
  const onnx = path.join(projectFolder, 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded');
  await cp(`${onnx}.mjs`, path.join(dist, 'recognition/ort-wasm-simd-threaded.mjs'));
  await cp(await packedFile(`${onnx}.wasm`), path.join(dist, 'recognition/ort-wasm-simd-threaded.wasm.br'));
}
