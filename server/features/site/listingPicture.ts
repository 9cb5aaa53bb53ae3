import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import type { ReactNode } from 'react';
import satori, { type Font } from 'satori';
import sharp, { type OverlayOptions } from 'sharp';
import { SharedCache } from '#server/db/sharedCache.ts';
import type { ServerContext } from '#server/features/context.ts';
import { presentProperty } from '#server/features/properties/reads.ts';
import { readStanding } from '#server/features/properties/similar.ts';
import { NotFoundError, UnavailableError } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { i18nFor, languageCodes } from '#server/languages.ts';
import { MAX_DECODING_SECONDS, withDecodingSlot } from '#server/media/pictures.ts';
import { hashOfAddress, previewSize } from '#server/media/store.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { isStudio } from '#shared/homes.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { type Message, msg, translate } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';

/** Of the drawing: another one makes other addresses, so that nobody keeps the old pictures. */
const DRAWING = 1;
const MAX_BYTES = 16 * 1024 * 1024;
/** A picture is the same for as long as its address. */
const KEPT_MS = 3_600_000;
/** What waits to be drawn in this process; more is to come again. */
const MOST_WAITING = 40;
/** Wide enough for the whole picture. */
const PHOTO_WIDTH = 1280;
/** Narrower photos stand beside the words instead of behind them. */
const WIDE = 1.25;
const PHOTO_COLUMN = 500;

const { width: WIDTH, height: HEIGHT } = previewSize;
const DARK = '#10312b';

/** What is written on the picture, in a language: no more than the listing's card tells. */
function wordsOf({ title, price, type, listing_type, details, location }: Property, language: string) {
  const i18n = i18nFor(language);
  const say = (message: Message) => translate(i18n, message);
  const facts = [
    say(propertyTypeLabel[type]),
    isStudio({ type, bedrooms: details.bedrooms }) && say(msg('Studio')),
    details.bedrooms > 0 &&
      say(msg('{count, plural, one {# bedroom} other {# bedrooms}}', { count: details.bedrooms })),
    details.area_sqm > 0 && say(msg('{area} sqm', { area: details.area_sqm })),
    location.city,
  ];
  return {
    offer: say(listingTypeLabel[listing_type]),
    price: formatFullPrice(price) + say(priceSuffix(listing_type)),
    // The typeface has no drawn signs.
    title: title.replace(/\p{Extended_Pictographic}|\uFE0F/gu, '').trim(),
    facts: facts.filter(Boolean).join(' · '),
  };
}

/** Of the picture that is shown beside a link to the listing; whatever stands on it changes the address. */
export function listingPictureAddress(listing: Property, siteName: string, language: string): string {
  const content = [DRAWING, siteName, wordsOf(listing, language), listing.images[0] ?? null];
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  return `/og/properties/${listing.id}-${version}.jpg`;
}

/** GET /og/properties/{id}-{version}.jpg, of listings that are offered to the public; an older version leads to the newest. */
export function registerListingPictures({ pages }: ApiRoutes, context: ServerContext): void {
  const { db, media, metrics, systemSettings } = context;
  const drawOne = pLimit(1);
  const drawn = new SharedCache<Buffer>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: (bytes) => bytes.length,
  });
  metrics.watchCache('listing_pictures', drawn.counts);

  async function draw(listing: Property, siteName: string, language: string): Promise<Buffer> {
    if (drawOne.pendingCount >= MOST_WAITING)
      throw new UnavailableError(msg('Images are unavailable right now. Please try again.'));
    const hash = hashOfAddress(listing.images[0] ?? '');
    const photo = hash === null ? null : await media.readPicture(hash, PHOTO_WIDTH);
    const words = { ...wordsOf(listing, language), siteName };
    return drawOne(() => withDecodingSlot('cards', () => drawPicture(words, photo)));
  }

  pages.get('/og/properties/:name.jpg', async (ctx) => {
    const [, id = '0'] = /^([1-9]\d{0,8})-[0-9a-f]{16}$/.exec(ctx.params.name ?? '') ?? [];
    const standing = await readStanding(db, Number(id));
    if (standing.is !== 'offered') throw new NotFoundError('picture');
    const listing = presentProperty(standing.row);
    const { siteName } = systemSettings.current().application;
    const current = languageCodes.map((language) => ({
      language,
      address: listingPictureAddress(listing, siteName, language),
    }));
    const asked = current.find(({ address }) => address === ctx.path);
    ctx.state.isStaticFile = true;
    if (!asked) {
      ctx.redirect(current[0]?.address ?? '/');
      ctx.set('Cache-Control', 'no-cache');
      return;
    }
    ctx.body = await drawn.get(ctx.path, () => draw(listing, siteName, asked.language));
    ctx.type = 'image/jpeg';
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  });
}

type Words = ReturnType<typeof wordsOf> & { siteName: string };

/** Of a machine that has no fonts: each part of the alphabet is a file of the package. */
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

/** An element as React's own functions make it, of which only these parts are read. */
const element = (style: Style, children: ReactNode): ReactNode => ({
  type: 'div',
  key: null,
  props: { style, children },
});
const box = (style: Style, children: ReactNode) => element({ display: 'flex', ...style }, children);

/** Words are drawn as outlines: nothing of them is read as markup, and no font of the machine is asked for. */
async function drawPicture(words: Words, photo: Buffer | null): Promise<Buffer> {
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

function layoutOf(
  { siteName, offer, price, title, facts }: Words,
  width: number,
  isOnPhoto: boolean,
): ReactNode {
  const isNarrow = width < WIDTH;
  const inner = width - 2 * MARGIN;
  // A long figure stands in one line all the same.
  const priceSize = Math.min(isNarrow ? 62 : 78, Math.floor((inner * 1.62) / Math.max(price.length, 1)));
  const line = (style: Style, lines: number, text: string) =>
    element({ display: 'block', width: inner, lineClamp: `${lines} "…"`, ...style }, text);
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
        box(
          {
            fontSize: 26,
            fontWeight: 800,
            color: '#17211e',
            backgroundColor: '#f4b445',
            borderRadius: 999,
            padding: '8px 24px 10px',
          },
          offer,
        ),
      ]),
      box({ flexDirection: 'column' }, [
        box({ fontSize: priceSize, fontWeight: 800, letterSpacing: -1.5 }, price),
        line({ fontSize: isNarrow ? 40 : 44, lineHeight: 1.22, marginTop: 6 }, isNarrow ? 4 : 2, title),
        line({ fontSize: 29, lineHeight: 1.3, marginTop: 16, color: '#dce9e5' }, isNarrow ? 2 : 1, facts),
      ]),
    ],
  );
}
