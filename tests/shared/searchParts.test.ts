import { expect, it } from 'vitest';
import type { UnderstoodSearch } from '#shared/contracts/properties.ts';
import { preferredRuns, searchWithout, shownRun, withoutRuns, wordRuns } from '#shared/listing/searchParts.ts';

/** Words in «» are taken out, a lead before '|'; before '~' it leads on. Words in ‹› may not be trimmed. */
function left(marked: string): string {
  const [gone, kept] = ['«»', '‹›'].map((marks) => {
    const runs: { start: number; end: number; lead?: number; leadsOn?: boolean }[] = [];
    let at = 0;
    for (const letter of marked) {
      if (letter === marks[0]) runs.push({ start: at, end: at });
      else if (/[|~]/.test(letter))
        Object.assign(runs.at(-1) ?? {}, { lead: runs.at(-1)?.start, start: at, leadsOn: letter === '~' });
      else if (letter === marks[1]) Object.assign(runs.at(-1) ?? {}, { end: at });
      if (!/[«»‹›|~]/.test(letter)) at += letter.length;
    }
    return runs;
  });
  return withoutRuns(marked.replace(/[«»‹›|~]/g, ''), gone ?? [], kept);
}

// biome-ignore format: a table, one sentence a row
it.each([
  ['2br condo «below 20k»', '2br condo'],
  ['2br «condo» below 20k', '2br below 20k'],
  ['«2br» condo below 20k', 'condo below 20k'],
  ['«2br»', ''],
  ['studio, «makati», 20k', 'studio, 20k'],
  ['«studio», makati, 20k', 'makati, 20k'],
  ['studio, makati, «20k»', 'studio, makati'],
  ['studio, makati «20k»', 'studio, makati'],
  ['studio, «makati» 20k', 'studio, 20k'],
  ['condo makati or «bgc»', 'condo makati'],
  ['condo «makati» or bgc', 'condo bgc'],
  ['condo «in ~makati» or bgc', 'condo in bgc'],
  ['condo in makati or «bgc» 2br', 'condo in makati 2br'],
  ['condo makati, «bgc» or pasig', 'condo makati or pasig'],
  ['condo makati, bgc or «pasig»', 'condo makati, bgc'],
  ['condo makati, «bgc», ortigas', 'condo makati, ortigas'],
  ['«makati» or bgc', 'bgc'],
  ['«makati»/bgc', 'bgc'],
  ['makati/«bgc» 2br', 'makati 2br'],
  ['condo «near |ust» 20k', 'condo 20k'],
  ['condo «na malapit sa |ust»', 'condo'],
  ['makati o «bgc», 2br', 'makati, 2br'],
  ['«with ~pool» and gym in makati', 'with gym in makati'],
  ['«near |ust», pet friendly', 'pet friendly'],
  ['with ‹pool› and «gym» in makati', 'with pool in makati'],
  ['«Loc: |makati» Budget: 20k', 'Budget: 20k'],
  ['«Loc: |makati»\nBudget: 20k', 'Budget: 20k'],
  ['LF «2br» condo / «makati» / 20k', 'LF condo / 20k'],
  ['hi, «po»: 2br', 'hi, 2br'],
  ['«not |preselling» rfo', 'rfo'],
  ['#«makati»condo', '#condo'],
  ['#makati«condo»', '#makati'],
  ['#«makati» condo', 'condo'],
  ['2br («makati») 20k', '2br 20k'],
  ['2br (makati «20k»)', '2br (makati)'],
  ['‹20k and below›, «makati»', '20k and below'],
  ['«20k» ‹and below› makati', 'and below makati'],
  ['«2br»20k', '20k'],
  ['2br«20k»makati', '2br makati'],
  ['2br - «makati»', '2br -'],
  ['«condo» «makati» 2br', '2br'],
  ['condo «in |makati» and «near |ust» 2br', 'condo 2br'],
  ['looking «for |2br» «in |makati» «with |pool»', 'looking'],
  ['condo «Parañaque» 20k', 'condo 20k'],
])('leaves of “%s” “%s”', (marked, expected) => {
  expect(left(marked)).toBe(expected);
});

const said = (understood: Partial<UnderstoodSearch>): UnderstoodSearch => ({
  filters: {},
  words: '',
  corrections: [],
  left_out: [],
  parts: [],
  ...understood,
});

it('finds the words that stayed text, phrases as one, as they were typed', () => {
  const search = 'Kornér unit 2br rent to own poll';
  const understood = said({
    words: 'korner rent to own',
    preferred: 'pool',
    corrections: [{ from: 'poll', to: 'pool' }],
    parts: [
      { start: 12, end: 15, filters: { beds_exact: 2 } },
      { start: 16, end: 27, filters: {} },
      { start: 28, end: 32, filters: {}, preferred: true },
    ],
  });
  const typed = (runs: { start: number; end: number }[]) => runs.map(({ start, end }) => search.slice(start, end));
  expect(typed(wordRuns(search, understood))).toEqual(['Kornér', 'rent to own']);
  expect(typed(preferredRuns(understood))).toEqual(['poll']);
  expect(wordRuns('one two')).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 7 },
  ]);
});

it('finds words that are looked for in another language, and none that the address overrules', () => {
  const search = 'makati may balkonahe';
  const parts = [
    { start: 0, end: 6, filters: {} },
    { start: 11, end: 20, filters: {} },
  ];
  const run = { start: 11, end: 20 };
  expect(wordRuns(search, said({ words: 'balkonahe', parts }))).toEqual([run]);
  expect(wordRuns(search, said({ words: 'balcony', parts: parts.slice(1) }))).toEqual([run]);
});

it('shows a known place with the words that lead to it, and takes leads out with their part', () => {
  const search = 'in makati near ust, 2br';
  const parts: UnderstoodSearch['parts'] = [
    { start: 3, end: 9, lead: 0, filters: { location: 'Makati' } },
    { start: 15, end: 18, lead: 10, filters: { near: ['ust'] } },
    { start: 20, end: 23, filters: { beds_exact: 2 } },
  ];
  const understood = said({ parts });
  const shown = parts.map((part) => shownRun(part, understood));
  expect(shown.map(({ start, end }) => search.slice(start, end))).toEqual(['makati', 'near ust', '2br']);
  const left = parts.map(({ start, end }) => searchWithout(search, [{ start, end }], understood));
  expect(left).toEqual(['near ust, 2br', 'in makati 2br', 'in makati near ust']);
});

it('leaves nothing where only small talk would stay', () => {
  const search = 'hi po 2br quiet thanks';
  const parts: UnderstoodSearch['parts'] = [{ start: 6, end: 9, filters: { beds_exact: 2 } }];
  const run = { start: 6, end: 9 };
  expect(searchWithout(search, [run], said({ parts }))).toBe('');
  expect(
    searchWithout(
      search,
      [run],
      said({ parts: [...parts, { start: 10, end: 15, filters: {}, preferred: true }] }),
    ),
  ).toBe('hi po quiet thanks');
  expect(searchWithout(search, [run])).toBe('hi po quiet thanks');
});
