/**
 * The threads that look for images and decode what sharp cannot, and the process that draws, by the name of their file:
 * whatever starts them looks for it beside its own.
 */
export const threadScripts = {
  scanWorker: 'src/runs/scan/scanWorker.ts',
  decodeWorker: 'src/images/decoders/decodeWorker.ts',
  drawProcess: 'src/images/open/drawing/drawProcess.ts',
};
