import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { captionOf } from '#server/demo/captions.ts';
import { demoClock } from '#server/demo/clock.ts';
import { dealPictures } from '#server/demo/dealing.ts';
import { buildAllFacts } from '#server/demo/listings/buildFacts.ts';
import type { ListingFacts } from '#server/demo/listings/facts.ts';
import { planListings } from '#server/demo/listings/timeline.ts';
import { fileOf, type PictureRecipe } from '#server/demo/pictures.ts';
import { type Label, withLabels } from './planText.ts';

interface Cell {
  recipe: PictureRecipe;
  lines: readonly string[];
}

const COVERS = 60;
const PLANS = 24;
const GAP = 12;
const LINE = 19;

/** The sixty newest covers, and plans of two dozen listings, each with the facts of its listing. */
export async function writeSheets(folder: string, out: string): Promise<void> {
  const planned = planListings(buildAllFacts(), demoClock(new Date(0)));
  const dealt = dealPictures(planned.map(({ facts }) => facts));
  const open = planned
    .map((listing, at) => ({ ...listing, pictures: dealt[at] ?? [] }))
    .filter(({ status, moderation }) => status === 'available' && moderation === 'active')
    .reverse();
  const covers = open
    .slice(0, COVERS)
    .flatMap(({ facts, pictures: [recipe] }): Cell[] => (recipe ? [{ recipe, lines: factsLines(facts) }] : []));
  const step = Math.floor(open.length / PLANS);
  const plans = open
    .filter((_, at) => at % step === 0)
    .slice(0, PLANS)
    .flatMap(({ facts, pictures }): Cell[] =>
      pictures.flatMap((recipe) =>
        recipe.kind === 'plan' ? [{ recipe, lines: [factsLines(facts).join(' · '), captionOf(recipe)] }] : [],
      ),
    );
  await writeSheet(covers, { folder, file: path.join(out, 'demo-covers.webp'), columns: 6, width: 300 });
  await writeSheet(plans, { folder, file: path.join(out, 'demo-plans.webp'), columns: 4, width: 460 });
}

function factsLines(facts: ListingFacts): [string, string] {
  const { type, listingType, bedrooms, bathrooms, areaSqm, floor, storeys, furnishing, traits, price } = facts;
  const isHome = type !== 'land' && type !== 'office' && type !== 'commercial';
  const first = [
    `${type}, ${listingType}`,
    `${areaSqm} sqm`,
    `P${price >= 1_000_000 ? `${(price / 1_000_000).toFixed(1)}M` : `${Math.round(price / 1_000)}K`}`,
  ];
  const second = [
    ...(isHome ? [`${bedrooms} bed`] : []),
    ...(type === 'land' ? [] : [`${bathrooms} bath`]),
    ...(floor === null ? (storeys > 0 ? [`${storeys} levels`] : []) : [`floor ${floor} of ${storeys}`]),
    ...(furnishing === null ? [] : [furnishing]),
    ...(traits.has('balcony') ? ['balcony'] : []),
    ...(traits.has('helper') ? ['helper'] : []),
  ];
  return [first.join(' · '), second.join(' · ')];
}

async function writeSheet(
  cells: readonly Cell[],
  { folder, file, columns, width }: { folder: string; file: string; columns: number; width: number },
): Promise<void> {
  const height = Math.round((width * 853) / 1280);
  const text = Math.max(...cells.map(({ lines }) => lines.length)) * LINE + 8;
  const [broad, high] = [width + GAP, height + text + GAP];
  const size = { width: columns * broad + GAP, height: Math.ceil(cells.length / columns) * high + GAP };
  const at = (index: number) => ({
    left: GAP + (index % columns) * broad,
    top: GAP + Math.floor(index / columns) * high,
  });
  const pictures = await Promise.all(
    cells.map(async ({ recipe }, index) => ({
      input: await sharp(await readFile(path.join(folder, fileOf(recipe))))
        .resize({ width, height })
        .toBuffer(),
      ...at(index),
    })),
  );
  const labels = cells.flatMap(({ lines }, index): Label[] =>
    lines.map((words, line) => ({
      x: at(index).left,
      y: at(index).top + height + 4 + line * LINE,
      size: Math.min(14.5, (width * 1.75) / words.length),
      isStrong: line === 0,
      words,
      colour: '#2b2b30',
      align: 'left',
    })),
  );
  const empty = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"></svg>`;
  await sharp({ create: { ...size, channels: 3, background: '#f4f3f0' } })
    .composite([...pictures, { input: Buffer.from(await withLabels(empty, labels, size)), left: 0, top: 0 }])
    .webp({ quality: 70 })
    .toFile(file);
}
