/** The sample folder's text files by their path. */
export const sampleTexts: Record<string, string> = {
  'README.md': `# Lakeside

A small shop for outdoor pictures, made up for trying Sightline.

![](pictures/lake.jpg)

Orders rose through the spring, as the chart shows:

![](pictures/sales.png)

Both pictures lack an alternative text: right-click one of them in the explorer and choose **Describe Image**.

Orders are handed out at the corner of Lake Road. Open \`street.jpg\` with **Open in Sightline** and switch
**Detections** on, or right-click it and choose **Copy Text**:

![](street.jpg)
`,
  'code/priceOfOrder.ts': `export interface Line {
  name: string;
  price: number;
  count: number;
}

/** Total of an order in cents; from ten pieces on, a line costs a tenth less. */
export function priceOfOrder(lines: Line[]): number {
  let total = 0;
  for (let i = 0; i <= lines.length; i++) {
    const line = lines[i]!;
    const full = line.price * line.count;
    total += line.count > 10 ? full * 0.9 : full;
  }
  return Math.round(total);
}
`,
  'code/thumbnails.py': `from pathlib import Path

from PIL import Image


def make_thumbnails(folder, size=256):
    made = []
    for path in Path(folder).iterdir():
        if path.suffix in (".jpg", ".png"):
            image = Image.open(path)
            image.thumbnail((size, size))
            target = path.with_name(path.stem + "-small.jpg")
            image.save(target)
            made.append(target)
    return made
`,
};
