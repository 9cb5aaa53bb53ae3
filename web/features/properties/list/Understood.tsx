import { ChevronRight, Search } from 'lucide-react';
import type { PropertyList, UnderstoodPart, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { phraseRuns, preferredRuns, type Run, shownRun, wordRuns } from '#shared/listing/searchParts.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { emptyState, type ListState, writeListState } from './listState.ts';
import { type ChipNames, filterChips, firstText, pillOf } from './listWords.ts';
import { type Opening, type Panel, ValuePill } from './Pill.tsx';
import { relaxationsOf } from './relaxations.ts';
import { askedBy, type Sentence } from './sentence.ts';
import { opposite, withoutGuess, withoutPart, withoutText } from './sentenceChanges.ts';

interface UnderstoodChipsProps {
  sentence: Sentence;
  names: ChipNames;
  onSay(changes: Partial<ListState>): void;
  /** Of the panel of one filter; undefined: of all filters. */
  opens(panel: Panel | undefined): Opening;
}

/** The parts of a search that was read, in its own words and order: each can be changed, and taken out alone. */
export function UnderstoodChips({ sentence, names, ...acts }: UnderstoodChipsProps) {
  const { state, understood } = sentence;
  const chips = understood.parts.flatMap((part) => {
    const asked = askedBy(part, understood);
    if (Object.keys(asked).length === 0) return [];
    const Kind = part.assumed ? GuessChip : PartChip;
    return [{ at: part.start, show: () => <Kind {...{ sentence, names, part, asked }} {...acts} /> }];
  });
  const addText = (label: string, at: number, gone: Run[]) => {
    const remove = () => acts.onSay(withoutText(sentence, gone));
    chips.push({ at, show: () => <Chip {...{ label }} onRemove={remove} /> });
  };
  const addRuns = (runs: Run[], labelOf: (words: string) => string) => {
    const phrases = phraseRuns(state.search, runs);
    for (const run of phrases) addText(labelOf(state.search.slice(run.start, run.end)), run.start, [run]);
    return phrases.length;
  };
  const shown = understood.words === '' ? 1 : addRuns(wordRuns(state.search, understood), quoted);
  // Words that stand otherwise in the search, as the number behind a pasted link.
  if (shown === 0) addText(quoted(understood.words), 0, []);
  addRuns(preferredRuns(understood), firstText);
  return chips
    .sort((a, b) => a.at - b.at)
    .map(({ at, show }, order) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: several may stand at one place of the sentence
      <li key={`${at} ${order}`} className="flex-none max-w-72">
        {show()}
      </li>
    ));
}

const quoted = (words: string) => `“${words}”`;

interface PartProps extends UnderstoodChipsProps {
  part: UnderstoodPart;
  asked: Partial<ListState>;
}

const chipsOf = (asked: Partial<ListState>, names: ChipNames) => filterChips({ ...emptyState, ...asked }, names);
const meaningOf = (asked: Partial<ListState>, names: ChipNames) =>
  chipsOf(asked, names)
    .map(({ label }) => label)
    .join(', ');

const panelOf = (asked: Partial<ListState>, names: ChipNames) =>
  chipsOf(asked, names).flatMap(({ key }) => pillOf(key) ?? [])[0];
const mark = <Search size={14} strokeWidth={2.5} />;

function PartChip({ sentence, names, part, asked, onSay, opens }: PartProps) {
  const { search } = sentence.state;
  const { start, end } = shownRun(part, sentence.understood);
  const words = search.slice(start, end);
  const hint = t('“{words}”: {meaning}', { words, meaning: meaningOf(asked, names) });
  return (
    <ValuePill
      {...{ mark }}
      label={hint}
      title={hint}
      removeLabel={t('Remove {label}', { label: quoted(words) })}
      onRemove={() => onSay(withoutPart(sentence, part))}
      {...opens(panelOf(asked, names))}
    >
      {words}
    </ValuePill>
  );
}

/** Not said, but likely: one press turns it. */
function GuessChip({ sentence, names, part, asked, onSay, opens }: PartProps) {
  const meaning = meaningOf(asked, names);
  const other = opposite(asked);
  const turned = other && meaningOf(other, names);
  const hint = turned
    ? t('{meaning}? You did not say so. Press for “{turned}”', { meaning, turned })
    : t('{meaning}? You did not say so.', { meaning });
  return (
    <ValuePill
      {...{ mark }}
      label={hint}
      title={hint}
      removeLabel={t('Remove {label}', { label: meaning })}
      onRemove={() => onSay(withoutGuess(sentence, part))}
      {...(other ? { onPress: () => onSay(other) } : opens(panelOf(asked, names)))}
    >
      {t('{meaning}?', { meaning })}
    </ValuePill>
  );
}

function correctedSearch(search: string, corrections: UnderstoodSearch['corrections']): string {
  let corrected = search;
  for (const { from, to } of corrections) {
    const at = corrected.toLowerCase().indexOf(from.toLowerCase());
    // A word written otherwise than it was read cannot be corrected in its place.
    if (at < 0) return corrections.map((correction) => correction.to).join(' ');
    corrected = corrected.slice(0, at) + to + corrected.slice(at + from.length);
  }
  return corrected;
}

interface UnderstoodNotesProps {
  search: string;
  understood: UnderstoodSearch;
  exactHref: string;
}

export function UnderstoodNotes({
  search,
  understood: { corrections, left_out },
  exactHref,
}: UnderstoodNotesProps) {
  return (
    <>
      {corrections.length > 0 && (
        <p className="mb-2 text-sm wrap-anywhere">
          <Trans
            id="Showing results for <b>“{corrected}”</b>. <link>Search instead for “{typed}”</link>"
            values={{ corrected: correctedSearch(search, corrections), typed: search }}
            components={{
              b: <b />,
              link: <Link className="inline-block py-1 font-semibold" to={exactHref} />,
            }}
          />
        </p>
      )}
      {left_out.length > 0 && (
        <p className="mb-2 text-muted text-sm wrap-anywhere">
          {t('Not searched: {words}', { words: left_out.map(quoted).join(', ') })}
        </p>
      )}
    </>
  );
}

const MOST_RELAXATIONS = 5;

interface RelaxationsProps {
  state: ListState;
  list: PropertyList;
  names: ChipNames;
}

/** Of an empty list: the same search with something left out, and how many homes it finds. */
export function Relaxations({ state, list: { understood, relaxations = [] }, names }: RelaxationsProps) {
  return (
    <ul className="grid w-full panel text-left" aria-label={t('Try removing a filter')}>
      {relaxationsOf(state, understood, relaxations, names)
        .slice(0, MOST_RELAXATIONS)
        .map(({ label, total, state: less }) => (
          <li key={label} className="not-first:border-t border-line">
            <Link
              className="flex items-center justify-between gap-3 min-h-12 py-2 px-4 text-ink no-underline hover:text-primary"
              to={`/properties?${writeListState(less)}`}
            >
              <span className="min-w-0 wrap-anywhere text-balance font-semibold">{label}</span>
              <span className="flex flex-none items-center gap-1 text-primary text-sm font-semibold">
                {t('{count, plural, one {# property} other {# properties}}', { count: total })}
                <ChevronRight size={16} />
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
