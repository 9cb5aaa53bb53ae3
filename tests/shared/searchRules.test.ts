import { describe, expect, test } from 'vitest';
import { likelyErrors, readSentence } from '#server/features/properties/list/searchReader.ts';
import { RULES } from '#server/features/properties/list/searchRules.ts';
import type { UnderstoodSearch } from '#shared/contracts/properties.ts';

/** Filters as in an address, in the order of the sentence, an assumed one with a question mark. */
function meaningText({ parts, words, preferred, left_out }: UnderstoodSearch): string {
  const said = new Map<string, string[]>();
  for (const { filters, assumed } of parts)
    for (const [name, value] of Object.entries(filters)) {
      const known = said.get(name) ?? [];
      for (const one of [value].flat()) {
        const text = `${one}${assumed ? '?' : ''}`;
        if (!known.includes(text)) known.push(text);
      }
      said.set(name, known);
    }
  return [
    ...[...said].map(([name, values]) => `${name}=${values.join(',')}`),
    ...(words ? [`words=${words}`] : []),
    ...(preferred ? [`preferred=${preferred}`] : []),
    ...(left_out.length > 0 ? [`left_out=${left_out.join(' | ')}`] : []),
  ].join(' ');
}

const examples = RULES.flatMap(({ name, examples: own }) => own.map((example) => [name, ...example] as const));

const cell = (text: string) => text.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|');

const table = [
  '# How a search is read',
  '',
  'A sentence is cut into words, numbers and marks; at each place the first of these rules that reads something counts',
  '(`server/features/properties/list/searchRules.ts`). Words that no rule reads and that no listing holds are left out and',
  'told, words that listings hold rank, names and phrases are required. A question mark marks what was assumed. The table',
  'is written by `npx vitest run --project unit tests/shared/searchRules.test.ts -u`.',
  '',
  'Words of addresses count alike in all their forms: “Sto.” and “Santo”, “Gen.” and “General”, “Ave.” and “Avenue”, “Phase II”',
  'and “Phase 2” (`shared/gazetteer/names.ts`). Listings are indexed with the long form beside the one they were written in, and',
  'a search is written out in the same way; “Brgy.” before a name counts nothing.',
  '',
  'A name that several cities have (“Santa Cruz”, “San Antonio”, “Poblacion”) means the place of the gazetteer and every address',
  'that says it as a place; streets, estates and landmarks of that name are none. A city beside it says which one is meant:',
  'its quarter (“Poblacion, Makati”), or the words within that city (`sharedNamesOf` in `shared/places.ts`).',
  '',
  '| Rule | Reads | Example | Meaning |',
  '| --- | --- | --- | --- |',
  ...RULES.flatMap(({ name, reads, examples: own }) =>
    own.map(
      ([typed, meaning], at) =>
        `| ${at === 0 ? `**${name}**` : ''} | ${at === 0 ? reads : ''} | ${cell(typed)} | \`${cell(meaning)}\` |`,
    ),
  ),
  '',
].join('\n');

describe('the rules of a search', () => {
  test.each(examples)('%s: %s', (_rule, typed, meaning) => {
    expect(meaningText(readSentence(typed))).toBe(meaning);
  });

  test('stand in the documentation', async () => {
    await expect(table).toMatchFileSnapshot('../../docs/search.md');
  });
});

describe('the parts of a sentence', () => {
  test('are runs of the text as it was typed', () => {
    const typed = '🏠 LF: 2BR in Parañaque w/ parking, ₱25k/mo (not preselling)';
    const texts = readSentence(typed).parts.map(({ start, end, filters }) => [typed.slice(start, end), filters]);
    expect(texts).toEqual([
      ['2BR', { beds_exact: 2 }],
      ['Parañaque', { location: 'Parañaque' }],
      ['w/ parking', { parking: 1 }],
      ['₱25k/mo', { max_price: 25_000 }],
      ['', { listing_type: 'rent' }],
      ['not preselling', { completion: 'ready' }],
    ]);
  });

  test('are found behind signs that are written with several characters', () => {
    const typed = 'ﬁne 𝗠𝗮𝗸𝗮𝘁𝗶 100 m² condo';
    const texts = readSentence(typed).parts.map(({ start, end }) => typed.slice(start, end));
    expect(texts).toEqual(['𝗠𝗮𝗸𝗮𝘁𝗶', '100 m²', 'condo']);
  });

  // biome-ignore format: a table, one sentence a row
  test.each([
    ['studio na malapit sa UST o FEU', ['', 'na malapit sa ', '']],
    ['LF: condo Loc: BGC/Makati Budget: 25k', ['LF: ', 'Loc: ', '', '']],
    ['2br for 3 pax, 5 mins to makati cbd, w/ pool', ['', '5 mins to ', 'w/ ']],
    ['house not preselling within qc', ['', '', 'within ']],
    ['makati, quiet corner unit', ['', '', '']],
  ])('know the words that lead to them: %s', (typed, leads) => {
    const { parts } = readSentence(typed);
    expect(parts.map(({ lead, start }) => typed.slice(lead ?? start, start))).toEqual(leads);
  });
});

test('a word of endless syllables is read at once', () => {
  expect(readSentence('mai'.repeat(400)).filters).toEqual({});
});

describe('typing errors', () => {
  test.each([
    '2br 5 mins to makati cbd',
    'kahit saan 2br',
    'kahit studio lang',
    'inclusive of dues',
    'nice view',
    'bedspace for male',
    'condo naman sana kaya',
    'with fridge near the shore',
    'resto space',
    'condo in batangas or clark',
    'near my office',
    'andrea villamor',
    'dental clinic near the gallery',
    'AFP officer with a franchise',
    'candy or poly bags',
    'condone the passage',
    'candle and kindle',
  ])('are not made of the right words of “%s”', (typed) => {
    expect([...likelyErrors(typed)]).toEqual([]);
  });

  test('are mended into words of places, kinds and features', () => {
    const mended = (typed: string) => [...likelyErrors(typed)].map(([, to]) => to).join(' ');
    expect(mended('makti condomnium swiming mandaluyng furnishd')).toBe(
      'makati condominium swimming mandaluyong furnished',
    );
  });
});
