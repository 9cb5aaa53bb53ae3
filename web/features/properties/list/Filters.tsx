import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { isAskedByFilter, suggestedFirst } from '#shared/commonFeatures.ts';
import type { PropertyFacets } from '#shared/contracts/properties.ts';
import { FURTHER_LIST_LOCATIONS, foldText, PROPERTY_LIST_LOCATIONS } from '#shared/gazetteer/names.ts';
import { listingTypeLabel, mediaLabel, propertyTypeHeading } from '#shared/labels.ts';
import { MAX_LOCATIONS } from '#shared/limits.ts';
import {
  type Control,
  type FilterName,
  filterNames,
  filters,
  MAX_BATHROOMS,
  MAX_BEDROOMS,
  MAX_PRICE,
  MIN_PRICE,
} from '#shared/listing/filters.ts';
import type { Message } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import {
  countAdvancedFilters,
  emptyState,
  type ListQuery,
  type ListState,
  type ListStateControl,
} from './listState.ts';
import { categories, type PillName } from './listWords.ts';
import { NearPanel } from './NearPanel.tsx';
import { FilterAmount, PriceRange, pricesFor } from './PriceRange.tsx';
import { propertyFacetsQuery } from './queries.ts';

interface FilterFieldsProps {
  /** The filters of the list, also the ones read out of the words of a search. */
  state: ListState;
  query: ListQuery;
  onChange: ListStateControl['change'];
}

type Counts = PropertyFacets['counts'];

/** Listings of one choice; undefined while that is not known. Choices that the server does not name have none. */
const countOf = (counts: Counts | undefined, filter: string, choice: string | number) => {
  const choices = counts?.[filter];
  return choices && (choices[String(choice)] ?? 0);
};

const counted = <Value extends string>(
  options: readonly { value: Value; label: string }[],
  counts: Counts | undefined,
  filter: string,
) => options.map((option) => ({ ...option, count: countOf(counts, filter, option.value) }));

interface FilterPanelProps extends FilterFieldsProps {
  pill: PillName;
}

/** The filter of one pill. */
export function FilterPanel({ pill, state, query, onChange }: FilterPanelProps) {
  const { data: facets } = useQuery(propertyFacetsQuery(query));
  const counts = facets?.counts;
  if (pill === 'price') return <Prices {...{ state, onChange }} prices={facets?.prices} />;
  if (pill === 'listing_type') return <ListingTypes {...{ state, counts, onChange }} />;
  if (pill === 'beds')
    return (
      <div className="grid gap-4">
        <Bedrooms {...{ state, counts, onChange }} />
        <Bathrooms {...{ state, onChange }} />
      </div>
    );
  if (pill === 'near') return <NearPanel {...{ state, onChange }} />;
  if (pill === 'location') {
    const chosen = state.locations.map(offeredName);
    return (
      <CheckList
        legend={t('Location')}
        anyLabel={t('All Locations')}
        chosen={chosen}
        options={offeredNames(state.locations).map((value) => ({ value, label: value }))}
        onChange={(locations) => onChange({ locations })}
      />
    );
  }
  // A type without a category has its place behind those that have one.
  const others = (['duplex', 'commercial'] as const).map((type) => ({ type, label: propertyTypeHeading[type] }));
  const options = [...categories, ...others].flatMap(({ type, label }) =>
    type === null ? [] : [{ value: type, label: t(label) }],
  );
  return (
    <CheckList
      legend={t('Property category')}
      anyLabel={t('All Properties')}
      chosen={state.types}
      options={counted(options, counts, 'type')}
      onChange={(types) => onChange({ types })}
    />
  );
}

interface CheckListProps<Value extends string> {
  legend: string;
  /** Says that none is chosen. */
  anyLabel: string;
  chosen: readonly Value[];
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  onChange(chosen: Value[]): void;
}

/** Choices of which several may hold. */
function CheckList<Value extends string>({ legend, anyLabel, chosen, options, onChange }: CheckListProps<Value>) {
  return (
    <fieldset>
      <legend className="visuallyHidden">{legend}</legend>
      <CheckRow label={anyLabel} isChecked={chosen.length === 0} count={undefined} onChange={() => onChange([])} />
      <div className="grid grid-cols-[1fr_1fr] gap-x-4 mt-1 pt-1 border-t border-line">
        {options.map(({ value, label, count }) => (
          <CheckRow
            key={value}
            label={label}
            isChecked={chosen.includes(value)}
            isDisabled={chosen.length >= MAX_LOCATIONS && !chosen.includes(value)}
            count={count}
            onChange={(isChecked) =>
              onChange(isChecked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const columnsClass =
  'grid gap-6 @min-[36rem]:grid-cols-[1fr_1fr] @min-[60rem]:grid-cols-[1fr_1fr_1.15fr] @min-[60rem]:gap-x-8';

/** Those of the table that stand under 'More filters'. */
const furtherFilters = filterNames.filter(
  (name): name is Exclude<FilterName, 'status'> => name !== 'status' && filters[name].control !== undefined,
);

/** The advanced filters, the most used first; each takes effect at once. Beside each choice stands how many it would leave. */
function FilterFields({ state, query, onChange }: FilterFieldsProps) {
  const { data: facets } = useQuery(propertyFacetsQuery(query));
  const counts = facets?.counts;
  const location = locationChoice(state.locations);
  const moreCount = countAdvancedFilters({
    ...emptyState,
    ...Object.fromEntries(furtherFilters.map((name) => [name, state[name]])),
    features: state.features,
    media: state.media,
  });
  const [isMoreOpen, setIsMoreOpen] = useState(moreCount > 0);
  const moreId = useId();
  return (
    <div className="grid gap-6">
      <div className={`${columnsClass} @min-[36rem]:gap-y-4`}>
        <div className="min-w-0 @min-[36rem]:row-span-2">
          <Prices {...{ state, onChange }} prices={facets?.prices} />
        </div>
        <NativeSelect
          label={t('Location')}
          value={location.value}
          options={location.options}
          onChange={(value) => onChange({ locations: value === '' ? [] : [value] })}
        />
        <ListingTypes {...{ state, counts, onChange }} />
        <Bedrooms {...{ state, counts, onChange }} />
        <Bathrooms {...{ state, onChange }} />
      </div>
      <NearPanel {...{ state, onChange }} />
      <div className="border-t border-line pt-2">
        <button
          type="button"
          className="group inline-flex items-center gap-2 min-h-control px-1 text-primary font-semibold"
          aria-expanded={isMoreOpen}
          aria-controls={isMoreOpen ? moreId : undefined}
          onClick={() => setIsMoreOpen(!isMoreOpen)}
        >
          {moreCount > 0 ? t('More filters ({count} set)', { count: moreCount }) : t('More filters')}
          <ChevronDown className="transition-transform group-aria-expanded:rotate-180" size={18} />
        </button>
        {isMoreOpen && (
          <div id={moreId} className="pt-4">
            <MoreFilters {...{ state, counts, onChange }} />
          </div>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  state: ListState;
  counts: Counts | undefined;
  onChange: ListStateControl['change'];
}

interface PricesProps extends Omit<PartProps, 'counts'> {
  prices: PropertyFacets['prices'] | undefined;
}

function Prices({ state, onChange, prices }: PricesProps) {
  return (
    <PriceRange
      listingType={state.listing_type}
      min_price={state.min_price ?? MIN_PRICE}
      max_price={state.max_price ?? MAX_PRICE}
      prices={prices}
      onPrices={(bounds, typedIn) => onChange(bounds, typedIn ? { typedIn } : {})}
    />
  );
}

function ListingTypes({ state, counts, onChange }: PartProps) {
  return (
    <RadioRow
      legend={t('Listing Type')}
      value={state.listing_type ?? ''}
      options={[
        { value: '' as const, label: t('All Types') },
        ...counted(optionsOf(listingTypeLabel), counts, 'listing_type'),
      ]}
      onChange={(value) => {
        const listing_type = value === '' ? null : value;
        onChange({ listing_type, ...pricesFor(listing_type, state) });
      }}
    />
  );
}

function Bathrooms({ state, onChange }: Omit<PartProps, 'counts'>) {
  return (
    <RadioRow
      legend={t('Bathrooms')}
      value={state.bathrooms ?? 0}
      options={atLeastOptions(MAX_BATHROOMS)}
      onChange={(bathrooms) => onChange({ bathrooms })}
    />
  );
}

/** From a number, and up to another one. */
function Bedrooms({ state: { bedrooms, max_bedrooms, beds_exact }, counts, onChange }: PartProps) {
  const [wantsExact, setWantsExact] = useState(false);
  const isExact = beds_exact ? true : bedrooms ? false : wantsExact;
  const least = beds_exact ?? bedrooms ?? 0;
  const most = beds_exact ?? max_bedrooms;
  const chosen = most === 0 ? 'studio' : least > 0 || most === null ? String(least) : '';
  const numbers = upTo(Math.max(MAX_BEDROOMS, least, most ?? 0));
  /** @param last null: no limit */
  const choose = (first: number, last: number | null) => {
    if (first === last) onChange({ bedrooms: null, max_bedrooms: null, beds_exact: first });
    else onChange({ bedrooms: first || null, max_bedrooms: last, beds_exact: null });
  };
  const chooseLeast = (value: string, exactly: boolean) => {
    const number = Number(value);
    if (value === 'studio') choose(0, 0);
    else if (exactly && number > 0) choose(number, number);
    else choose(number, number > 0 && max_bedrooms !== null && max_bedrooms > number ? max_bedrooms : null);
  };
  return (
    <div className="grid gap-3">
      <RadioRow
        legend={t('Bedrooms')}
        value={chosen}
        options={[
          { value: '0', label: t('Any') },
          { value: 'studio', label: t('Studio'), count: countOf(counts, 'beds_exact', 0) },
          ...numbers.map((number) => ({
            value: String(number),
            label: isExact || max_bedrooms !== null ? String(number) : `${number}+`,
            count: countOf(counts, isExact ? 'beds_exact' : 'bedrooms', number),
          })),
        ]}
        onChange={(value) => chooseLeast(value, isExact)}
        aside={
          <label className="inline-flex items-center gap-1.5 min-h-6 text-muted text-caption cursor-pointer">
            <input
              className="w-4 h-4 m-0"
              type="checkbox"
              checked={isExact}
              onChange={(event) => {
                setWantsExact(event.target.checked);
                if (least > 0) choose(least, event.target.checked ? least : null);
              }}
            />
            {t('Exact number')}
          </label>
        }
      />
      <NativeSelect<string>
        label={t('Bedrooms at most')}
        value={String(most ?? '')}
        options={[
          { value: '', label: t('Any') },
          ...(least === 0 ? [{ value: '0', label: t('Studio') }] : []),
          ...numbers
            .filter((number) => number >= least)
            .map((number) => ({ value: String(number), label: String(number) })),
        ]}
        onChange={(value) => choose(least, value === '' ? null : Number(value))}
      />
    </div>
  );
}

const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);

const MOST_FEATURES = 12;

/** Every filter of the table that has a control here, in its order; halves in pairs, and check boxes together. */
function MoreFilters({ state, counts, onChange }: PartProps) {
  const controls = furtherFilters.flatMap((name) => {
    const { control } = filters[name];
    return control ? [{ name, control }] : [];
  });
  const fields = controls.filter(({ control }) => control.as !== 'check');
  const ticks = controls.filter(({ control }) => control.as === 'check');
  const isHalf = (field?: (typeof controls)[number]) => field !== undefined && 'isHalf' in field.control;
  const show = ({ name, control }: (typeof controls)[number]) => (
    <FilterControl key={name} {...{ name, control, state, counts, onChange }} />
  );
  const cells: (typeof controls)[] = [];
  for (const field of fields) {
    const last = cells.at(-1);
    if (last?.length === 1 && isHalf(last[0]) && isHalf(field)) last.push(field);
    else cells.push([field]);
  }
  return (
    <div className={columnsClass}>
      {cells.map((cell) =>
        cell.length === 1 ? (
          cell.map(show)
        ) : (
          <div key={cell[0]?.name} className="grid grid-cols-[1fr_1fr] content-start gap-3">
            {cell.map(show)}
          </div>
        ),
      )}
      <fieldset className="grid content-start @min-[60rem]:col-span-2">
        <legend className={legendClass}>{t('Only')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-4">
          {ticks.map(show)}
          {optionsOf(mediaLabel).map(({ value: kind, label }) => (
            <CheckRow
              key={kind}
              label={label}
              isChecked={state.media.includes(kind)}
              count={countOf(counts, 'media', kind)}
              onChange={(isChecked) => {
                const others = state.media.filter((other) => other !== kind);
                onChange({ media: isChecked ? [...others, kind] : others });
              }}
            />
          ))}
        </div>
      </fieldset>
      <FeatureChoices {...{ state, counts, onChange }} />
    </div>
  );
}

function FilterControl(props: PartProps & { name: Exclude<FilterName, 'status'>; control: Control }) {
  const { name, control, state, counts, onChange } = props;
  const filter = filters[name];
  const value = state[name];
  const label = t(control.label);
  const change = (next: number | boolean | string | null) => onChange({ [name]: next });
  if (control.as === 'amount')
    return (
      <FilterAmount
        label={label}
        icon={control.icon}
        placeholder={t('Any')}
        kind={control.kind}
        value={value as number | null}
        whenEmpty={null}
        onAmount={(amount) => onChange({ [name]: amount }, { typedIn: name })}
      />
    );
  if (control.as === 'check')
    return (
      <CheckRow
        label={label}
        isChecked={value === true}
        count={countOf(counts, name, 'true')}
        onChange={(isChecked) => change(isChecked ? true : null)}
      />
    );
  if (control.as === 'steps')
    return (
      <RadioRow
        legend={label}
        value={(value as number | null) ?? 0}
        options={atLeastOptions(control.most, counts, name)}
        onChange={change}
      />
    );
  if (control.as === 'select') {
    const { numbers, option } = control;
    const chosen = value as number | null;
    const labelOf = (number: number) => {
      const count = countOf(counts, name, number);
      const within = t(option(number));
      return count === undefined ? within : t('{within} ({count})', { within, count });
    };
    // Another number that an address names is offered, too.
    const offered = chosen === null || numbers.includes(chosen) ? numbers : [chosen, ...numbers];
    return (
      <NativeSelect<string>
        label={label}
        value={String(chosen ?? '')}
        options={[
          { value: '', label: t('Any') },
          ...offered.map((number) => ({ value: String(number), label: labelOf(number) })),
        ]}
        onChange={(text) => change(text === '' ? null : Number(text))}
      />
    );
  }
  const labels: Record<string, Message> = 'labels' in filter ? filter.labels : {};
  return (
    <RadioRow
      legend={label}
      value={String(value ?? '')}
      options={[{ value: '', label: t('Any') }, ...counted(optionsOf(labels), counts, name)]}
      onChange={(text) => change(text === '' ? null : filter.value === 'flag' ? text === 'true' : text)}
    />
  );
}

function FeatureChoices({ state: { features }, counts, onChange }: PartProps) {
  const common = Object.keys(counts?.features ?? {}).filter((name) => !isAskedByFilter(name));
  const isAsked = (name: string) => features.some((asked) => asked.toLowerCase() === name.toLowerCase());
  const names = [
    ...features.filter((asked) => !common.some((name) => name.toLowerCase() === asked.toLowerCase())),
    ...suggestedFirst(common).slice(0, MOST_FEATURES),
  ];
  if (names.length === 0) return null;
  return (
    <fieldset className="col-span-full">
      <legend className={legendClass}>{t('Features')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-4">
        {names.map((name) => (
          <CheckRow
            key={name}
            label={name}
            isChecked={isAsked(name)}
            count={countOf(counts, 'features', name)}
            onChange={(isChecked) => {
              const others = features.filter((asked) => asked.toLowerCase() !== name.toLowerCase());
              onChange({ features: isChecked ? [...others, name] : others });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface FilterSheetProps extends FilterFieldsProps {
  onClose(): void;
  onClear(): void;
  /** 'Show 24 properties' */
  closeLabel: string;
}

/** All filters at once. */
export function FilterSheet({ onClose, onClear, closeLabel, ...fields }: FilterSheetProps) {
  return (
    <Dialog title={t('Advanced Filters')} size="full" onClose={onClose}>
      <div className="grid grid-rows-[minmax(0,1fr)_auto] min-h-0">
        <div className="@container py-6 px-gutter overflow-y-auto overscroll-contain">
          <FilterFields {...fields} />
        </div>
        <footer className="bottom-bar flex gap-3 px-gutter">
          <Button variant="outlined" className="flex-none min-h-12" onClick={onClear}>
            {t('Clear All')}
          </Button>
          <Button className="flex-1 min-h-12" onClick={onClose}>
            {closeLabel}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

export function atLeastOptions(most: number, counts?: Counts, filter = '') {
  return Array.from({ length: most + 1 }, (_, value) => ({
    value,
    label: value ? `${value}+` : t('Any'),
    count: value ? countOf(counts, filter, value) : undefined,
  }));
}

const legendClass = 'mb-1.5 p-0 text-sm font-semibold leading-[1.3]';
/** Choices without matches can be chosen all the same. */
const dimmed = (count: number | undefined) => (count === 0 ? 'text-muted' : '');
/** An input named by the element `id` and, where it is known, described by how many listings it leaves. */
const namedBy = (id: string, count: number | undefined) => ({
  'aria-labelledby': id,
  'aria-describedby': count === undefined ? undefined : `${id}-count`,
});

function CountWords({ id, count }: { id: string; count: number }) {
  return (
    <span id={`${id}-count`} className="visuallyHidden" aria-hidden="true">
      {t('{count, plural, one {# property} other {# properties}}', { count })}
    </span>
  );
}

interface RadioRowProps<Value extends string | number> {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  onChange: (value: Value) => void;
  aside?: ReactNode;
}

const segmentClass =
  'grid place-items-center content-center gap-0.75 px-1.5 text-md leading-none whitespace-nowrap';
const chosenSegment = 'bg-primary text-on-primary font-[650]';
const segmentEdge =
  'group-first/option:rounded-l-[0.5625rem] group-last/option:rounded-r-[0.5625rem] peer-focus-visible:focus-ring';

function RadioRow<Value extends string | number>(props: RadioRowProps<Value>) {
  const { legend, value, options, onChange, aside } = props;
  const name = useId();
  return (
    <fieldset className="relative">
      <legend className={legendClass}>{legend}</legend>
      {aside && <div className="absolute -top-6.5 right-0">{aside}</div>}
      <div className="flex h-12 border border-line-control rounded-control bg-surface">
        {options.map((option) => {
          const id = `${name}-${option.value}`;
          const isChosen = option.value === value;
          const otherSegment = `group-hover/option:bg-sunken ${dimmed(option.count)}`;
          return (
            <label
              key={option.value}
              className="group/option relative grid flex-[1_1_auto] border-line cursor-pointer not-first:border-l"
            >
              <input
                className="peer absolute inset-0 w-full h-full m-0 cursor-pointer opacity-0"
                type="radio"
                name={name}
                {...namedBy(id, option.count)}
                checked={isChosen}
                onChange={() => onChange(option.value)}
              />
              <span className={`${segmentClass} ${segmentEdge} ${isChosen ? chosenSegment : otherSegment}`}>
                <span id={id}>{option.label}</span>
                {option.count !== undefined && (
                  <small
                    className={`text-2xs font-medium tabular-nums ${isChosen ? '' : 'text-muted'}`}
                    aria-hidden="true"
                  >
                    {option.count.toLocaleString('en-PH')}
                  </small>
                )}
              </span>
              {option.count !== undefined && <CountWords id={id} count={option.count} />}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

interface CheckRowProps {
  label: string;
  isChecked: boolean;
  isDisabled?: boolean;
  count: number | undefined;
  onChange(isChecked: boolean): void;
}

function CheckRow({ label, isChecked, isDisabled, count, onChange }: CheckRowProps) {
  const id = useId();
  return (
    <label
      className={`flex items-center gap-2.5 min-h-9 text-md cursor-pointer hover:text-primary pointer-coarse:min-h-11 ${dimmed(count)}`}
    >
      <input
        className="flex-none w-4.5 h-4.5 m-0"
        type="checkbox"
        {...namedBy(id, count)}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span id={id} className="min-w-0 truncate">
        {label}
      </span>
      {count !== undefined && (
        <>
          <span className="flex-none ml-auto text-muted text-caption tabular-nums" aria-hidden="true">
            {count.toLocaleString('en-PH')}
          </span>
          <CountWords id={id} count={count} />
        </>
      )}
    </label>
  );
}

const offeredPlaces = [...PROPERTY_LIST_LOCATIONS, ...FURTHER_LIST_LOCATIONS];

/** As the list of places spells it: 'Makati City' is 'Makati'. */
function offeredName(location: string): string {
  const wanted = foldText(location);
  return offeredPlaces.find((name) => [foldText(name), `${foldText(name)} city`].includes(wanted)) ?? location;
}

/** Places that an address names and the list does not offer are offered too. */
const offeredNames = (locations: readonly string[]): string[] => [
  ...new Set([...locations.map(offeredName).filter((name) => !isOffered(name)), ...offeredPlaces]),
];
const isOffered = (name: string) => offeredPlaces.some((offered) => offered === name);

/** The location select, empty for everywhere. Several places are one more choice: 'Makati, BGC'. */
export function locationChoice(locations: readonly string[]) {
  const value = locations.map(offeredName).join(', ');
  const names = offeredNames(value === '' ? [] : [value]);
  return {
    value,
    options: [{ value: '', label: t('All Locations') }, ...names.map((name) => ({ value: name, label: name }))],
  };
}
