import { useQueries, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, Mail, Minus, Plus, Printer, Scale, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Property } from '#shared/contracts/properties.ts';
import type { CostRates } from '#shared/contracts/settings.ts';
import { costInShort, usualDues } from '#shared/costs.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { type FactName, factNames, facts, factWords } from '#shared/listing/facts.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice, formatShortPrice, priceSuffix } from '#shared/money.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { agentQuery } from '#web/features/agents/index.ts';
import { useActAfterLogin, useIsGuest, useSession } from '#web/features/auth/index.ts';
import { LazyAgentMessageModal } from '#web/features/inquiries/index.ts';
import { freshnessWords, PropertyLink, propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { RequestViewingButton } from '#web/features/viewings/index.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t, textOf } from '#web/lib/i18n.tsx';
import { type UrlCodec, useUrlState, withParameters } from '#web/lib/urlState.ts';
import { useIsAbove } from '#web/lib/useIsAbove.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import styles from './CompareScreen.module.css';
import { clearCompared, MAX_COMPARED, removeCompared, useComparedIds } from './comparison.tsx';

/** Whether the rows that are equal are unfolded. */
const equalRowsInUrl: UrlCodec<boolean> = {
  read: (params) => params.get('equal') === '1',
  write: (isShown, params) => withParameters(params, { equal: isShown ? '1' : null }),
};

export function CompareScreen() {
  useTitle(t('Compare Properties'));
  const ids = useComparedIds();
  const query = useQuery(propertiesByIdsQuery(ids));
  const { data, isPending, isPlaceholderData, refetch } = query;

  // A listing that was taken off the market leaves its place to another.
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const gone = ids.filter((id) => !data.some((property) => property.id === id));
    if (gone.length > 0) removeCompared(gone);
  }, [data, isPlaceholderData, ids]);

  if (ids.length === 0)
    return (
      <div className="max-w-page mx-auto pt-8 px-gutter pb-0">
        <EmptyState
          headingLevel={1}
          icon={<Scale size={28} />}
          title={t('Nothing to compare yet')}
          text={t('Choose "Compare" on any property. You can compare up to {max} side by side.', {
            max: MAX_COMPARED,
          })}
          action={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
        />
      </div>
    );
  if (isPending) return <PageSpinner label={t('Loading properties...')} />;
  if (!data)
    return <ErrorState headingLevel={1} message={t('Failed to load properties')} onRetry={() => void refetch()} />;

  const properties = data.filter((property) => ids.includes(property.id));
  return (
    <div className="max-w-page mx-auto pt-8 px-gutter pb-0">
      <header className="flex flex-wrap items-end justify-between gap-y-3 gap-x-6 mb-6">
        <div>
          <h1>{t('Compare Properties')}</h1>
          <p className="mt-1 text-muted">
            {properties.length < 2
              ? t('Add another property to compare the two.')
              : t('The best figure of a row is marked.')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 max-sm:gap-x-2 gap-y-2 print:hidden">
          {properties.length < MAX_COMPARED && (
            <ButtonLink variant="outlined" to="/properties">
              <Plus className="max-sm:hidden" size={18} />
              {t('Add a Property')}
            </ButtonLink>
          )}
          <Button variant="outlined" onClick={() => window.print()}>
            <Printer className="max-sm:hidden" size={18} />
            {t('Print')}
          </Button>
          <Button variant="outlined" onClick={clearCompared}>
            {t('Clear All')}
          </Button>
        </div>
      </header>
      <RefetchNotice query={query} />
      <CompareTable properties={properties} />
    </div>
  );
}

function CompareTable({ properties }: { properties: Property[] }) {
  const { costs = null } = useSite();
  const now = useNow();
  const [isAllShown, showAll] = useUrlState(equalRowsInUrl);
  const agentIds = [...new Set(properties.flatMap(({ agent }) => (agent ? [agent.id] : [])))];
  const agents = useQueries({ queries: agentIds.map(agentQuery) }).flatMap(({ data }) => data ?? []);
  const rows = compareRows(properties, { costs, now, agents });
  // There is nothing to be equal to.
  const isAlone = properties.length === 1;
  const different = rows.filter((row) => row.isDifferent || isAlone);
  const equal = rows.filter((row) => !different.includes(row));
  const { head, section, bar, isHeadAway, isCut, onScroll } = useSidewaysTable(properties.length);
  const isWide = properties.length > 2;
  return (
    <div
      className={`relative ${styles.comparison} ${isWide ? styles.wide : ''}`}
      style={{ '--columns': properties.length } as CSSProperties}
    >
      {isWide && (
        <p className="mb-2 text-muted text-sm sm:hidden print:hidden">
          {t('{count} homes: swipe sideways to see them all', { count: properties.length })}
        </p>
      )}
      <HeadBar properties={properties} bar={bar} isShown={isHeadAway} />
      <section
        ref={section}
        className="-mx-gutter px-gutter overflow-x-auto overflow-y-hidden print:overflow-visible"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard too
        tabIndex={0}
        aria-label={t('Comparison')}
        onScroll={onScroll}
      >
        <table className={`${styles.width} ${styles.table}`}>
          <thead ref={head}>
            <tr>
              <td className={styles.corner} />
              {properties.map((property) => (
                <HomeHead key={property.id} property={property} />
              ))}
            </tr>
          </thead>
          <tbody>
            {different.map((row) => (
              <FigureRow key={row.label} row={row} />
            ))}
            {!isAlone && different.length === 0 && (
              <WideRow columns={properties.length}>{t('These properties have no listed differences.')}</WideRow>
            )}
            {equal.length > 0 && (
              <WideRow columns={properties.length} isScreenOnly>
                <Button
                  variant="plain"
                  aria-expanded={isAllShown}
                  onClick={() => showAll((before) => !before, { isReplacing: true })}
                >
                  <ChevronDown className={isAllShown ? 'rotate-180' : ''} size={18} />
                  {isAllShown
                    ? t('Hide equal rows')
                    : t('{count, plural, one {Show # equal row} other {Show # equal rows}}', {
                        count: equal.length,
                      })}
                </Button>
              </WideRow>
            )}
            {isAllShown && equal.map((row) => <FigureRow key={row.label} row={row} />)}
          </tbody>
          <FeatureRows properties={properties} />
          <tfoot className="print:hidden">
            <tr>
              <th scope="row">{t('Next step')}</th>
              {properties.map((property) => (
                <td key={property.id}>
                  <NextStep property={property} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      {isCut && <span className={`print:hidden ${styles.more}`} aria-hidden="true" />}
    </div>
  );
}

/** Whether the table's heads have left the screen at the top, and whether it goes on at the right. */
function useSidewaysTable(columns: number) {
  const head = useRef<HTMLTableSectionElement>(null);
  const section = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isHeadAway = useIsAbove(head);
  const [isCut, setIsCut] = useState(false);
  const onScroll = () => {
    const element = section.current;
    if (!element) return;
    if (bar.current) bar.current.scrollLeft = element.scrollLeft;
    setIsCut(element.scrollLeft + element.clientWidth < element.scrollWidth - 8);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: more columns go on further at the right
  useEffect(() => {
    onScroll();
    window.addEventListener('resize', onScroll);
    return () => window.removeEventListener('resize', onScroll);
  }, [columns]);
  return { head, section, bar, isHeadAway, isCut, onScroll };
}

/** Picture and price of each home below the site's header. Read out they are the table's own heads. */
function HeadBar(props: { properties: Property[]; bar: RefObject<HTMLDivElement | null>; isShown: boolean }) {
  const { properties, bar, isShown } = props;
  return (
    <div className="sticky z-20 top-header h-0 print:hidden" aria-hidden="true">
      <div
        ref={bar}
        className={`-mx-gutter px-gutter overflow-hidden border-b border-b-line bg-page shadow-sm ${isShown ? '' : 'invisible'}`}
      >
        <div
          className={`grid grid-cols-[var(--label-width)_repeat(var(--columns),minmax(0,1fr))] ${styles.width}`}
        >
          <span />
          {properties.map(({ id, images, price, listing_type }) => (
            <span key={id} className="flex items-center gap-2 min-w-0 p-2">
              <span className="flex-none w-12 h-9 overflow-hidden rounded-sm bg-skeleton">
                <Picture src={images[0]} alt="" sizes="3rem" />
              </span>
              <strong className="min-w-0 text-sm leading-[1.2] tabular-nums wrap-anywhere">
                {formatShortPrice(price) + t(priceSuffix(listing_type))}
              </strong>
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function HomeHead({ property: { id, title, images, location } }: { property: Property }) {
  return (
    <th scope="col" className={styles.property}>
      <div className="relative aspect-3/2 overflow-hidden rounded-md bg-skeleton">
        <PropertyLink className="block h-full" propertyId={id} isPointerOnly>
          <Picture src={images[0]} alt="" sizes="(max-width: 48rem) 60vw, 20rem" />
        </PropertyLink>
        <IconButton
          className="absolute top-2 right-2 pointer-fine:w-9 pointer-fine:h-9 print:hidden"
          variant="overlay"
          label={t('Remove {title} from comparison', { title })}
          icon={<X size={18} />}
          onClick={() => removeCompared([id])}
        />
      </div>
      <PropertyLink
        propertyId={id}
        className="block mt-3 text-ink font-[650] leading-[1.3] no-underline hover:text-primary hover:underline"
      >
        <bdi>{title}</bdi>
      </PropertyLink>
      <p dir="auto" className="mt-1 text-muted text-sm leading-[1.4]">
        {location.address}
      </p>
    </th>
  );
}

function FigureRow({ row: { label, values, best, mark, isDifferent } }: { row: CompareRow }) {
  return (
    <tr className={isDifferent ? undefined : styles.alike}>
      <th scope="row">{label}</th>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value is known by its column alone
        <td key={at} className={best === at ? styles.best : undefined}>
          {value ?? <Absent words={t('Not stated')} />}
          {best === at && mark && <span className="block mt-1 text-success text-sm font-semibold">{t(mark)}</span>}
        </td>
      ))}
    </tr>
  );
}

function WideRow(props: { columns: number; isScreenOnly?: boolean; children: ReactNode }) {
  const { columns, isScreenOnly = false, children } = props;
  return (
    <tr className={isScreenOnly ? 'print:hidden' : ''}>
      <td colSpan={columns + 1} className={styles.across}>
        <span className="sticky left-0">{children}</span>
      </td>
    </tr>
  );
}

/** The features that some of the homes have, each in a row, and those that all of them have, in one. */
function FeatureRows({ properties }: { properties: Property[] }) {
  const features = featureRows(properties);
  const some = features.filter(({ isDifferent }) => isDifferent);
  const all = features.filter(({ isDifferent }) => !isDifferent).map(({ feature }) => feature);
  const columns = properties.length;
  if (features.length === 0) return null;
  const heading = (words: string) => (
    <tr>
      <th scope="rowgroup" className={styles.group} colSpan={columns + 1}>
        <span className="sticky left-0">{words}</span>
      </th>
    </tr>
  );
  return (
    <tbody>
      {some.length > 0 && heading(t('Features that some have'))}
      {some.map(({ feature, has }) => (
        <tr key={feature}>
          <th scope="row">{feature}</th>
          {properties.map(({ id }, at) => (
            <td key={id}>
              {has[at] ? (
                <Check className="text-success" size={20} strokeWidth={2.5} aria-label={t('Yes')} />
              ) : (
                <Absent words={t('No')} />
              )}
            </td>
          ))}
        </tr>
      ))}
      {all.length > 0 && (
        <>
          {heading(columns > 1 ? t('Features that all have') : t('Features'))}
          <WideRow columns={columns}>{all.join(' · ')}</WideRow>
        </>
      )}
    </tbody>
  );
}

/** Empty of the reader's own listing and of one without an agent. */
function NextStep({ property }: { property: Property }) {
  const { user } = useSession();
  const isGuest = useIsGuest();
  const [isWriting, setIsWriting] = useState(false);
  const write = () => setIsWriting(true);
  const writeAfterLogin = useActAfterLogin(`message ${property.id}`, write);
  const { agent } = property;
  if (!agent || agent.id === user?.id) return null;
  return (
    <div className="grid gap-2 max-w-60 max-sm:[&>button>svg]:hidden">
      <RequestViewingButton property={property} />
      <Button variant="outlined" className="w-full" onClick={isGuest ? writeAfterLogin : write}>
        <Mail size={18} aria-hidden="true" />
        {t('Message')}
      </Button>
      {isWriting && (
        <LazyAgentMessageModal agent={agent} property={property} onClose={() => setIsWriting(false)} />
      )}
    </div>
  );
}

function Absent({ words }: { words: string }) {
  return <Minus className="text-muted opacity-75" size={18} strokeWidth={2} aria-label={words} />;
}

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });
const isMixed = (values: readonly unknown[]) => new Set(values).size > 1;
const positive = (amount: number) => (amount > 0 ? number.format(amount) : null);

const factText = (name: FactName, home: Property) => {
  const words = factWords(name, home);
  return words && textOf(words);
};

/** A feature that says more than yes and no stands in their place. */
const furnishingText = (home: Property) =>
  (!home.details.furnished && home.features.find((feature) => /^semi[- ]?furnished$/i.test(feature))) ||
  factText('furnished', home);

interface Figure {
  label: Message;
  read(home: Property): string | null;
  /** The best one has the highest or the lowest measure. */
  measure?: (home: Property) => number | null;
  better?: 'highest' | 'lowest';
  /** Said of the best one. */
  mark?: Message;
  /** Pesos of a sale and of a month's rent are not compared. */
  isOfOffer?: boolean;
}

const lowest = msg('Lowest');
const most = msg('Most');

const perSqmOf = ({ price, details }: Property) => (details.area_sqm > 0 ? price / details.area_sqm : null);

/** Which value of a fact is the best, where one is. */
const betterFacts: Partial<Record<FactName, Pick<Figure, 'measure' | 'better' | 'mark'>>> = {
  bedrooms: { measure: ({ details }) => details.bedrooms, better: 'highest', mark: most },
  bathrooms: { measure: ({ details }) => details.bathrooms, better: 'highest', mark: most },
  area_sqm: { measure: ({ details }) => details.area_sqm || null, better: 'highest', mark: msg('Largest') },
  parking_slots: { measure: ({ details }) => details.parking_slots, better: 'highest', mark: most },
};

const priceFigures: Figure[] = [
  {
    label: msg('Price'),
    read: ({ price, listing_type }) => formatFullPrice(price) + t(priceSuffix(listing_type)),
    measure: ({ price }) => price,
    better: 'lowest',
    mark: lowest,
    isOfOffer: true,
  },
  {
    label: msg('Price per sqm'),
    read: (home) => {
      const price = perSqmOf(home);
      return price === null ? null : formatFullPrice(price) + t(priceSuffix(home.listing_type));
    },
    measure: perSqmOf,
    better: 'lowest',
    mark: msg('Lowest per sqm'),
    isOfOffer: true,
  },
];

const homeFigures: Figure[] = [
  { label: msg('Listing'), read: ({ listing_type }) => t(listingTypeLabel[listing_type]) },
  { label: msg('Type'), read: ({ type }) => t(propertyTypeLabel[type]) },
  { label: msg('Status'), read: ({ status }) => t(propertyStatusLabel[status]) },
  ...factNames.map((name) => ({
    label: facts[name].label,
    read: (home: Property) => (name === 'furnished' ? furnishingText(home) : factText(name, home)),
    ...betterFacts[name],
  })),
  { label: msg('Floor plans'), read: ({ floor_plans }) => positive(floor_plans.length) },
  {
    label: msg('Video'),
    read: ({ video_url }) => (video_url && readVideoAddress(video_url)?.service) ?? null,
  },
  { label: msg('City'), read: ({ location }) => location.city },
  {
    label: msg('Nearest station'),
    read: ({ nearest_station: station }) =>
      station ? t('{station} · {minutes} min walk', { station: station.name, minutes: station.minutes }) : null,
    measure: ({ nearest_station: station }) => station?.minutes ?? null,
    better: 'lowest',
    mark: msg('Nearest'),
  },
];

/** Estimates by the rates in force. */
const costFigures = (costs: CostRates): Figure[] => [
  {
    label: msg('Estimated cost'),
    read: (home) => costWords(home, costs),
    measure: (home) => costInShort(home, costs),
    better: 'lowest',
    mark: lowest,
    isOfOffer: true,
  },
  {
    label: msg('Usual dues a month'),
    read: (home) => {
      const dues = duesOf(home, costs);
      return dues === null ? null : t('About {amount}', { amount: formatFullPrice(dues) });
    },
    measure: (home) => duesOf(home, costs),
    better: 'lowest',
    mark: lowest,
  },
];

/** Association dues by the floor area of a condominium that is bought; a rent often includes them. */
const duesOf = (home: Property, costs: CostRates) =>
  (home.listing_type === 'sale' && usualDues(home, costs)) || null;

const agentFigures = (agents: readonly Agent[]): Figure[] => [
  { label: msg('Agent'), read: ({ agent }) => agent?.name ?? null },
  {
    label: msg('License'),
    read: ({ agent }) => {
      const license = agents.find(({ id }) => id === agent?.id)?.license;
      return license ? t('Checked, valid until {day}', { day: formatDay(license.expires_on) }) : null;
    },
  },
];

interface CompareRow {
  label: string;
  /** By home; null where nothing is stated. */
  values: (string | null)[];
  /** The column of the best value; null without one. */
  best: number | null;
  mark?: Message;
  isDifferent: boolean;
}

interface CompareContext {
  /** Null: they are not estimated. */
  costs: CostRates | null;
  now: Date;
  /** The profiles that have been read; without one its licence is not stated. */
  agents?: readonly Agent[];
}

/** Rows that say nothing of any of the listings are left out. */
export function compareRows(
  properties: Property[],
  { costs, now, agents = [] }: CompareContext = { costs: null, now: new Date() },
): CompareRow[] {
  const freshness: Figure = {
    label: msg('Availability'),
    read: (home) => freshnessWords(home, now)?.text ?? null,
  };
  const estimates = costs ? costFigures(costs) : [];
  return [...priceFigures, ...estimates, ...homeFigures, ...agentFigures(agents), freshness]
    .map((figure) => {
      const values = properties.map(figure.read);
      const best = bestOf(figure, properties);
      const { mark } = figure;
      return {
        label: t(figure.label),
        values,
        best,
        ...(best !== null && mark && { mark }),
        isDifferent: isMixed(values),
      };
    })
    .filter(({ values }) => values.some((value) => value !== null));
}

/** None where a value is the only one known, or is shared. */
function bestOf({ measure, better, isOfOffer = false }: Figure, properties: Property[]): number | null {
  if (!measure) return null;
  if (isOfOffer && isMixed(properties.map(({ listing_type }) => listing_type === 'sale'))) return null;
  const measures = properties.map(measure);
  const known = measures.filter((value) => value !== null);
  if (known.length < 2) return null;
  const best = better === 'highest' ? Math.max(...known) : Math.min(...known);
  return known.filter((value) => value === best).length === 1 ? measures.indexOf(best) : null;
}

function costWords(home: Property, costs: CostRates): string {
  const amount = formatFullPrice(costInShort(home, costs));
  return home.listing_type === 'sale'
    ? t('{amount} a month with a bank loan', { amount })
    : t('{amount} to move in', { amount });
}

/** Every feature that one of the listings has: first those in which they differ, then those they share. */
export function featureRows(properties: Property[]) {
  const features = [...new Set(properties.flatMap((property) => property.features))];
  const rows = features.map((feature) => {
    const has = properties.map((property) => property.features.includes(feature));
    return { feature, has, isDifferent: isMixed(has) };
  });
  return [...rows.filter((row) => row.isDifferent), ...rows.filter((row) => !row.isDifferent)];
}
