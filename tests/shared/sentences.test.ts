import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSentence } from '#server/features/properties/list/searchReader.ts';
import { type MadeSentence, makeSentences } from './sentences/makeSentences.ts';
import { type Fault, faultsOf, problemsOfMeaning } from './sentences/meaning.ts';
import { writtenSentences } from './sentences/written.ts';

/**
 * Searches in people's own words: made ones, of another seed with SENTENCES_SEED (and SENTENCES_COUNT of them), and
 * written ones. With SENTENCES_SEED, or where too many are not read whole, the faults are printed by shape and filter,
 * with the number of sentences and an example of each.
 */
const seed = Number(process.env.SENTENCES_SEED ?? 46);
const count = Number(process.env.SENTENCES_COUNT ?? 10_000);

interface Reading extends MadeSentence {
  faults: Fault[];
}

const readAll = (sentences: readonly MadeSentence[]): Reading[] =>
  sentences.map((sentence) => ({
    ...sentence,
    faults: faultsOf(sentence.text, sentence.means, readSentence(sentence.text)),
  }));

const withFault = (readings: readonly Reading[], kind: Fault['kind']) =>
  readings
    .filter(({ faults }) => faults.some((fault) => fault.kind === kind))
    .map(({ shape, text, faults }) => ({ shape, text, faults }));

const shareRead = (readings: readonly Reading[]) =>
  readings.filter(({ faults }) => faults.length === 0).length / readings.length;

function printFaults(title: string, readings: readonly Reading[]): void {
  const kinds = new Map<string, { count: number; text: string; detail: string }>();
  for (const { shape, text, faults } of readings)
    for (const { kind, key, detail } of faults) {
      const name = `${shape} · ${kind} ${key}`;
      kinds.set(name, { text, detail, count: (kinds.get(name)?.count ?? 0) + 1 });
    }
  const lines = [...kinds]
    .sort(([, one], [, other]) => other.count - one.count)
    .map(
      ([name, { count: times, text, detail }]) =>
        `${String(times).padStart(5)}  ${name} (${detail})  ${JSON.stringify(text)}`,
    );
  const read = `${(shareRead(readings) * 100).toFixed(1)} % of ${readings.length} read whole`;
  if (lines.length > 0) console.warn([`${title}: ${read}`, ...lines.slice(0, 80)].join('\n'));
}

const readFile = (name: string) =>
  writtenSentences(readFileSync(new URL(`sentences/${name}`, import.meta.url), 'utf8'));

describe.each([
  { title: 'made sentences', sentences: () => makeSentences(count, seed), least: 0.97 },
  { title: 'written sentences', sentences: () => readFile('written.txt'), least: 0.95 },
  { title: 'sentences written apart from the grammar', sentences: () => readFile('fresh.txt'), least: 0.95 },
])('$title', ({ title, sentences, least }) => {
  const readings = readAll(sentences());

  test('mean only what the filters can say', () => {
    expect(readings.flatMap(({ means }) => problemsOfMeaning(means))).toEqual([]);
  });

  test('are read whole', () => {
    if (process.env.SENTENCES_SEED || shareRead(readings) < least) printFaults(title, readings);
    expect(shareRead(readings)).toBeGreaterThanOrEqual(least);
  });

  test('never become their opposite', () => {
    expect(withFault(readings, 'inverted')).toEqual([]);
  });

  test('have no price where none is said', () => {
    expect(withFault(readings, 'price')).toEqual([]);
  });

  test('are told in parts, in their order', () => {
    expect(withFault(readings, 'parts')).toEqual([]);
  });
});
