import sharp from 'sharp';

/** SVG text to WebP; the same text and sharp version give the same bytes. */
export async function renderWebp(
  svg: string,
  { width, quality = 76 }: { width?: number; quality?: number } = {},
): Promise<Buffer> {
  const image = sharp(Buffer.from(svg));
  return (width ? image.resize({ width }) : image).webp({ quality, effort: 2 }).toBuffer();
}
