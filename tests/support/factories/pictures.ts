import sharp from 'sharp';
import type { ServerContext } from '#server/features/context.ts';
import { changeWithPictures, pictureUrl, recordPictures } from '#server/features/uploads/service.ts';
import type { WebpPicture } from '#server/media/pictures.ts';
import { fileNames, hashBytes } from '#server/media/store.ts';

let shade = 0;

/** Different each time: a hash names its bytes. */
async function drawPicture(): Promise<WebpPicture> {
  shade += 1;
  const background = { r: shade % 256, g: Math.floor(shade / 256), b: 160 };
  const canvas = sharp({ create: { width: 700, height: 20, channels: 3, background } });
  return { bytes: await canvas.webp({ lossless: true }).toBuffer(), width: 700, height: 20 };
}

/** Uploads a picture now: a new one, or the given one again. */
export async function buildPicture(context: ServerContext, uploaderId: number, given?: WebpPicture) {
  const { bytes, width, height } = given ?? (await drawPicture());
  const picture = { bytes, width, height };
  const uploader = { id: uploaderId, role: 'agent' } as const;
  await changeWithPictures(context, uploader, [picture], () => recordPictures(context, uploader, [picture]));
  return { ...picture, hash: hashBytes(bytes), url: pictureUrl(picture) };
}

/** Files of the picture itself and its variants. */
export async function countFiles({ media }: ServerContext, hash: string): Promise<number> {
  const found = await Promise.all(fileNames(hash).map((name) => media.store.has(name)));
  return found.filter(Boolean).length;
}
