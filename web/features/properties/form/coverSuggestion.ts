import { msg } from '#shared/messages.ts';
import { differenceOf, type PictureFacts } from '#web/lib/pictures/drawPicture.ts';

export const coverReasons = { wide: msg('wide'), sharp: msg('sharp'), bright: msg('well lit') };

export interface CoverSuggestion {
  id: string;
  reasons: (keyof typeof coverReasons)[];
}

interface Measured {
  id: string;
  facts: PictureFacts | null;
}

/** A cover fills a card of 4:3 and the top of a page, up to this wide. */
const ENOUGH_PIXELS = 1_280;
const TOO_FEW_PIXELS = 640;
/** Photos have some 0.1; screenshots and plans more than this. */
const MAX_FLATNESS = 0.55;
/** Variances of the Laplacian: a shaken photo's, and that of one in focus everywhere. */
const SHAKEN = 30;
const IN_FOCUS = 600;
const IDEAL_BRIGHTNESS = 0.52;
/** Differing bits of 64: two shots of one view. */
const ALIKE = 6;
/** A smaller difference of scores is a matter of taste. */
const CLEARLY = 0.12;

const between = (value: number, min: number, max: number) =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));

/** Each from 0 to 1. */
function marksOf({ width, height, brightness, clipped, sharpness }: PictureFacts) {
  const ratio = width / height;
  return {
    shape: ratio >= 1.2 && ratio <= 2.4 ? 1 : ratio >= 0.95 ? 0.5 : 0,
    size: between(Math.max(width, height), TOO_FEW_PIXELS, ENOUGH_PIXELS),
    focus: between(Math.log(Math.max(1, sharpness)), Math.log(SHAKEN), Math.log(IN_FOCUS)),
    light:
      (1 - between(Math.abs(brightness - IDEAL_BRIGHTNESS), 0.15, 0.4)) * (1 - between(clipped, 0.2, 0.7)),
  };
}

/** 0 for a picture that is no photo, or too small for a cover. */
function scoreOf(facts: PictureFacts): number {
  if (facts.flatness > MAX_FLATNESS || Math.max(facts.width, facts.height) < TOO_FEW_PIXELS) return 0;
  const { shape, size, focus, light } = marksOf(facts);
  return 0.35 * shape + 0.15 * size + 0.25 * focus + 0.25 * light;
}

/**
 * The picture that would be a clearly better cover than the first one, by measurable properties. Null: none, or
 * the first was not measured.
 */
export function suggestCover(pictures: readonly Measured[]): CoverSuggestion | null {
  const [cover, ...others] = pictures;
  if (!cover?.facts) return null;
  const { fingerprint } = cover.facts;
  const coverScore = scoreOf(cover.facts);
  let best: { id: string; facts: PictureFacts; score: number } | null = null;
  for (const { id, facts } of others) {
    if (!facts || differenceOf(facts.fingerprint, fingerprint) <= ALIKE) continue;
    const score = scoreOf(facts);
    if (score > coverScore + CLEARLY && score > (best?.score ?? 0)) best = { id, facts, score };
  }
  if (!best) return null;
  const { shape, focus, light } = marksOf(best.facts);
  const holds = { wide: shape === 1, sharp: focus >= 0.6, bright: light >= 0.7 };
  const reasons = (Object.keys(holds) as (keyof typeof holds)[]).filter((reason) => holds[reason]);
  return reasons.length > 0 ? { id: best.id, reasons } : null;
}
