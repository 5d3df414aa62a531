import sharp from 'sharp';

const drawings = [
  '<rect width="96" height="64" fill="#f0b27a"/><path d="M0 40 24 18l14 14 16-20 42 34v18H0z" fill="#39476b"/><rect y="46" width="96" height="18" fill="#27508f"/>',
  '<rect width="96" height="64" fill="#fff"/><path d="M14 52V34h10v18zM32 52V22h10v30zM50 52V12h10v40zM68 52V26h10v26z" fill="#3b78c4"/>',
  '<rect width="96" height="64" fill="#9aa5ad"/><rect x="14" y="18" width="68" height="30" rx="4" fill="#b3261e"/><path d="M20 24h14v10H20zM40 24h14v10H40zM60 24h14v10H60z" fill="#e8f0f6"/>',
  '<rect width="96" height="40" fill="#a9d4e8"/><rect y="36" width="96" height="28" fill="#e2c893"/><circle cx="38" cy="44" r="8" fill="#5b4636"/><circle cx="58" cy="46" r="7" fill="#222"/>',
  '<rect width="96" height="64" fill="#6d7f5c"/><rect x="8" y="30" width="80" height="26" fill="#f4f1ea"/><circle cx="34" cy="34" r="10" fill="#8e1f2f"/><rect x="54" y="32" width="22" height="14" fill="#d9c9a3"/>',
];

/** Small pictures of our own, as JPEG data URLs. */
export function drawThumbnails(): Promise<string[]> {
  return Promise.all(
    drawings.map(async drawing => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="384" height="256" viewBox="0 0 96 64">${drawing}</svg>`;
      const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
      return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    }),
  );
}
