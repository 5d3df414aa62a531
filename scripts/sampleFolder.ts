import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawChart } from './sample/drawChart.ts';
import { drawLogo } from './sample/drawLogo.ts';
import { drawPage } from './sample/drawPage.ts';
import { drawScene } from './sample/drawScene.ts';
import { drawStreet } from './sample/drawStreet.ts';
import { sampleTexts } from './sample/texts.ts';

/** The sample pictures by their path in the sample folder, each with what draws it. */
const pictures: Record<string, (file: string) => Promise<void>> = {
  'pictures/lake.jpg': drawScene,
  'street.jpg': drawStreet,
  'pictures/sales.png': drawChart,
  'pictures/orders-page.png': drawPage,
  'pictures/logo.png': drawLogo,
};

/** Makes a small folder to try Sightline on: five pictures, code, and Markdown whose pictures lack alternative texts. */
export async function makeSampleFolder(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(sampleTexts)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await mkdir(path.join(folder, 'pictures'), { recursive: true });
  await Promise.all(Object.entries(pictures).map(([name, draw]) => draw(path.join(folder, name))));
}
