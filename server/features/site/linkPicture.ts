import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Context } from 'koa';
import pLimit from 'p-limit';
import type { ReactNode } from 'react';
import satori, { type Font } from 'satori';
import sharp, { type OverlayOptions } from 'sharp';
import { SharedCache } from '#server/db/sharedCache.ts';
import type { ServerContext } from '#server/features/context.ts';
import { NotFoundError, UnavailableError } from '#server/http/errors.ts';
import type { RequestState } from '#server/http/request.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { languageCodes } from '#server/languages.ts';
import { MAX_DECODING_SECONDS, withDecodingSlot } from '#server/media/pictures.ts';
import { hashOfAddress, previewSize } from '#server/media/store.ts';
import { localizedPath } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';

/** Version of the drawing: a new one makes new addresses, so that no cache keeps the old pictures. */
const DRAWING = 2;
const MAX_BYTES = 16 * 1024 * 1024;
/** A picture is the same for as long as its address. */
const KEPT_MS = 3_600_000;
/** Waiting drawings of this process; further requests are refused. */
const MOST_WAITING = 40;
/** Wide enough for the whole picture. */
const PHOTO_WIDTH = 1280;
/** Narrower photos are beside the words instead of behind them. */
const WIDE = 1.25;
const PHOTO_COLUMN = 500;

/** Stands for the path of the home page. */
const HOME = '/home';

const { width: WIDTH, height: HEIGHT } = previewSize;
const DARK = '#10312b';

/** The content of a page's preview picture, in the page's language: public facts only. */
export interface LinkPicture {
  siteName: string;
  /** In the corner: the kind of page, or of offer; empty for pages of all kinds. */
  badge: string;
  /** The price of a listing, the name of anything else. */
  headline: string;
  text: string;
  facts: string;
  /** A picture of this server. */
  photo: string | null;
}

/** The typeface has no drawn signs. */
const withoutSigns = (text: string): string => text.replace(/\p{Extended_Pictographic}|\uFE0F/gu, '').trim();

export const linkPicture = (words: LinkPicture): LinkPicture => ({
  ...words,
  headline: withoutSigns(words.headline),
  text: withoutSigns(words.text),
  facts: withoutSigns(words.facts),
});

/** Any change of the content changes the address. @param path of the page: '/', '/agents/12', '/properties?type=condo'. */
export function linkPictureAddress(path: string, picture: LinkPicture): string {
  const [page = '', query] = path.split('?', 2);
  const version = createHash('sha256')
    .update(JSON.stringify([DRAWING, picture]))
    .digest('hex')
    .slice(0, 16);
  return `/og${page === '/' ? HOME : page}-${version}.jpg${query ? `?${query}` : ''}`;
}

/** The description of a page by pages.ts. */
type DescribePage = (
  path: string,
  search: string,
) => Promise<{ status: number; path: string | null; picture: LinkPicture | null }>;

/** GET /og/{page}-{version}.jpg, for public pages; an older version redirects to the newest. */
export function registerLinkPictures(
  { pages }: ApiRoutes,
  { media, metrics }: ServerContext,
  describe: DescribePage,
): void {
  const drawOne = pLimit(1);
  const drawn = new SharedCache<Buffer>({
    freshMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: (bytes) => bytes.length,
  });
  metrics.watchCache('link_pictures', drawn.counts);

  async function draw(picture: LinkPicture): Promise<Buffer> {
    if (drawOne.pendingCount >= MOST_WAITING)
      throw new UnavailableError(msg('Images are unavailable right now. Please try again.'));
    const hash = hashOfAddress(picture.photo ?? '');
    const photo = hash === null ? null : await media.readPicture(hash, PHOTO_WIDTH);
    return drawOne(() => withDecodingSlot('cards', () => drawPicture(picture, photo)));
  }

  async function show(ctx: Context & { state: RequestState }): Promise<void> {
    const [, page] = /^\/og(\/.+)-[0-9a-f]{16}\.jpg$/.exec(ctx.path) ?? [];
    if (!page) throw new NotFoundError('picture');
    const path = page === HOME ? '/' : page;
    const current = await Promise.all(
      languageCodes.map((language) => describe(localizedPath(language, path), ctx.search)),
    );
    const choices = current.flatMap(({ status, path: own, picture }) =>
      status === 200 && own && picture ? [{ picture, address: linkPictureAddress(own, picture) }] : [],
    );
    const [first] = choices;
    if (!first) throw new NotFoundError('picture');
    const asked = choices.find(({ address }) => address === ctx.path + ctx.search);
    ctx.state.isStaticFile = true;
    if (!asked) {
      ctx.redirect(first.address);
      ctx.set('Cache-Control', 'no-cache');
      return;
    }
    // Questions with the same answer show the same picture.
    ctx.body = await drawn.get(ctx.path, () => draw(asked.picture));
    ctx.type = 'image/jpeg';
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  }

  pages.get('/og/:name.jpg', show);
  pages.get('/og/:kind/:name.jpg', show);
}

/** For a machine without fonts: each part of the alphabet is a file of the package. */
const readFonts = async (): Promise<Font[]> => {
  const { resolve } = createRequire(import.meta.url);
  const weights = [600, 800] as const;
  const parts = ['latin', 'latin-ext'] as const;
  return Promise.all(
    weights.flatMap((weight) =>
      parts.map(async (part) => ({
        name: part,
        weight,
        style: 'normal' as const,
        data: await readFile(
          resolve(`@fontsource/plus-jakarta-sans/files/plus-jakarta-sans-${part}-${weight}-normal.woff`),
        ),
      })),
    ),
  );
};
let fonts: Promise<Font[]> | undefined;

type Style = Record<string, string | number>;

/** An element like React's, of which only these parts are read. */
const element = (style: Style, children: ReactNode): ReactNode => ({
  type: 'div',
  key: null,
  props: { style, children },
});
const box = (style: Style, children: ReactNode) => element({ display: 'flex', ...style }, children);

/** Words are drawn as outlines: no markup is interpreted, and no font of the machine is used. */
async function drawPicture(words: LinkPicture, photo: Buffer | null): Promise<Buffer> {
  fonts ??= readFonts();
  const shape = photo && (await sharp(photo).metadata());
  const isWide = shape !== null && shape.width >= shape.height * WIDE;
  const picture = photo && sharp(photo).timeout({ seconds: MAX_DECODING_SECONDS });
  const layers: OverlayOptions[] = [];
  if (!picture) layers.push({ input: Buffer.from(HOUSE), left: WIDTH - PHOTO_COLUMN, top: 0 });
  else {
    const size = isWide ? { width: WIDTH, height: HEIGHT } : { width: PHOTO_COLUMN, height: HEIGHT };
    layers.push({
      input: await picture.resize({ ...size, fit: 'cover' }).toBuffer(),
      left: WIDTH - size.width,
      top: 0,
    });
  }
  const width = isWide ? WIDTH : WIDTH - PHOTO_COLUMN;
  const text = await satori(layoutOf(words, width, isWide), { width, height: HEIGHT, fonts: await fonts });
  layers.push({ input: Buffer.from(text), left: 0, top: 0 });
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: DARK } })
    .composite(layers)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

const MARGIN = 60;

/** Stands where there is no photo. */
const HOUSE = `<svg xmlns="http://www.w3.org/2000/svg" width="${PHOTO_COLUMN}" height="${HEIGHT}" fill="none">
  <path d="M0 630c60-130 150-160 240-90 60-110 180-120 260-40v130Z" fill="#174139"/>
  <circle cx="392" cy="196" r="44" fill="#f4b445" opacity=".9"/>
  <g stroke="#5fa391" stroke-width="10" stroke-linecap="round" stroke-linejoin="round">
    <path d="M110 560V356h250v204Z" fill="#10312b"/><path d="M66 386 235 236l169 150"/>
    <path d="M205 560v-96a30 30 0 0 1 60 0v96Z" fill="#1f5a4e"/></g></svg>`;

const BADGE: Style = {
  fontSize: 26,
  fontWeight: 800,
  color: '#17211e',
  backgroundColor: '#f4b445',
  borderRadius: 999,
  padding: '8px 24px 10px',
};

function layoutOf(
  { siteName, badge, headline, text, facts }: LinkPicture,
  width: number,
  isOnPhoto: boolean,
): ReactNode {
  const isNarrow = width < WIDTH;
  const inner = width - 2 * MARGIN;
  // A long number stays in one line, a long name takes two.
  const fitting = Math.floor((inner * 1.62) / Math.max(headline.length, 1));
  const headlineSize = Math.max(44, Math.min(isNarrow ? 62 : 78, fitting));
  const line = (style: Style, lines: number, words: string) =>
    element({ display: 'block', width: inner, lineClamp: `${lines} "…"`, ...style }, words);
  return box(
    {
      boxSizing: 'border-box',
      width,
      height: HEIGHT,
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: MARGIN,
      color: '#ffffff',
      fontFamily: 'latin, latin-ext',
      fontWeight: 600,
      ...(isOnPhoto && {
        backgroundImage:
          'linear-gradient(180deg, rgba(9,26,22,0.5) 0%, rgba(9,26,22,0) 26%, rgba(9,26,22,0.12) 38%, rgba(9,26,22,0.9) 82%)',
      }),
    },
    [
      box({ alignItems: 'center', justifyContent: 'space-between' }, [
        box({ fontSize: 34, fontWeight: 800, letterSpacing: -0.5, maxWidth: inner - 230 }, siteName),
        ...(badge ? [box(BADGE, badge)] : []),
      ]),
      box({ flexDirection: 'column' }, [
        line({ fontSize: headlineSize, lineHeight: 1.2, fontWeight: 800, letterSpacing: -1.5 }, 2, headline),
        line({ fontSize: isNarrow ? 40 : 44, lineHeight: 1.22, marginTop: 6 }, isNarrow ? 4 : 2, text),
        line({ fontSize: 29, lineHeight: 1.3, marginTop: 16, color: '#dce9e5' }, isNarrow ? 2 : 1, facts),
      ]),
    ],
  );
}
