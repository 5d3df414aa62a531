/** A process that writes a file and waits, all of it written, for its end. */
import { nodeExportFiles } from '../../../../src/runs/exports/nodeExportFiles.ts';

async function* endless(): AsyncGenerator<string> {
  yield 'half of the new file\n';
  yield 'the other half\n';
  process.stdout.write('written\n');
  await new Promise(resolve => setTimeout(resolve, 60_000));
}

await nodeExportFiles().write(process.argv[2] ?? '', endless());
