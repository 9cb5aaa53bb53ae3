import { ChevronRight, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PropertyList, UnderstoodPart, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { wordRuns } from '#shared/listing/searchParts.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { type Panel, Pill, type PillProps, valueClass } from './FilterRow.tsx';
import { emptyState, type ListState, writeListState } from './listState.ts';
import { type ChipNames, filterChips, pillOf } from './listWords.ts';
import { relaxationsOf } from './relaxations.ts';
import { askedBy, opposite, type Sentence, withoutGuess, withoutPart, withoutText } from './sentence.ts';

type Opening = Pick<PillProps, 'panel' | 'isOpen' | 'onPress'>;

interface UnderstoodChipsProps {
  sentence: Sentence;
  names: ChipNames;
  onSay(changes: Partial<ListState>): void;
  /** Of the panel of one filter; undefined: of all filters. */
  opens(panel: Panel | undefined): Opening;
}

/** What was read of a search, in its own words and order: each can be changed, and taken out alone. */
export function UnderstoodChips({ sentence, names, ...acts }: UnderstoodChipsProps) {
  const { state, understood } = sentence;
  const chips = understood.parts.flatMap((part) => {
    const asked = askedBy(part, understood);
    if (Object.keys(asked).length === 0) return [];
    const Kind = part.assumed ? GuessChip : PartChip;
    return [{ at: part.start, chip: <Kind {...{ sentence, names, part, asked }} {...acts} /> }];
  });
  const addText = (words: string, label: string) => {
    const runs = wordRuns(state.search, understood, words);
    const remove = () => acts.onSay(withoutText(sentence, runs));
    if (words !== '') chips.push({ at: runs[0]?.start ?? 0, chip: <Chip label={label} onRemove={remove} /> });
  };
  const { words, preferred = '' } = understood;
  addText(words, `“${words}”`);
  addText(preferred, t('Homes with “{words}” first', { words: preferred }));
  return chips
    .sort((a, b) => a.at - b.at)
    .map(({ at, chip }, order) => (
      <li key={`${at} ${order}`} className="flex-none max-w-72">
        {chip}
      </li>
    ));
}

interface PartProps extends UnderstoodChipsProps {
  part: UnderstoodPart;
  asked: Partial<ListState>;
}

const chipsOf = (asked: Partial<ListState>, names: ChipNames) => filterChips({ ...emptyState, ...asked }, names);
const meaningOf = (asked: Partial<ListState>, names: ChipNames) =>
  chipsOf(asked, names)
    .map(({ label }) => label)
    .join(', ');

function PartChip({ sentence, names, part, asked, onSay, opens }: PartProps) {
  const words = sentence.state.search.slice(part.start, part.end);
  const panel = chipsOf(asked, names).flatMap(({ key }) => pillOf(key) ?? [])[0];
  return (
    <TwoPartChip
      words={words}
      hint={t('“{words}”: {meaning}', { words, meaning: meaningOf(asked, names) })}
      removeLabel={t('Remove {label}', { label: `“${words}”` })}
      onRemove={() => onSay(withoutPart(sentence, part))}
      {...opens(panel)}
    />
  );
}

/** Not said, but likely: one press turns it. */
function GuessChip({ sentence, names, part, asked, onSay, opens }: PartProps) {
  const meaning = meaningOf(asked, names);
  const other = opposite(asked);
  const turned = other && meaningOf(other, names);
  return (
    <TwoPartChip
      words={t('{meaning}?', { meaning })}
      hint={
        turned
          ? t('{meaning}? You did not say so. Press for “{turned}”', { meaning, turned })
          : t('{meaning}? You did not say so.', { meaning })
      }
      removeLabel={t('Remove {label}', { label: meaning })}
      onRemove={() => onSay(withoutGuess(sentence, part))}
      {...opens(chipsOf(asked, names).flatMap(({ key }) => pillOf(key) ?? [])[0])}
      {...(other && { onPress: () => onSay(other) })}
    />
  );
}

interface TwoPartChipProps extends Opening {
  words: string;
  /** What they were read as. */
  hint: string;
  removeLabel: string;
  onRemove(): void;
}

function TwoPartChip({ words, hint, removeLabel, onRemove, ...press }: TwoPartChipProps): ReactNode {
  return (
    <span className="chip px-0" title={hint}>
      <Pill {...press} className={valueClass} label={hint}>
        <Search className="flex-none" size={14} strokeWidth={2.5} />
        <span className="truncate">{words}</span>
      </Pill>
      <button
        type="button"
        className="chip-remove w-8 pointer-coarse:w-11 pointer-coarse:h-11"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={2.5} />
      </button>
    </span>
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

export function UnderstoodNotes({ search, understood: { corrections, left_out }, exactHref }: UnderstoodNotesProps) {
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
          {t('Not searched: {words}', { words: left_out.map((words) => `“${words}”`).join(', ') })}
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
              <span className="min-w-0 wrap-anywhere font-semibold">{label}</span>
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
