import { useQuery } from '@tanstack/react-query';
import { Check, Minus, Plus, Printer, Scale, X } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import type { CostRates } from '#shared/contracts/settings.ts';
import { costInShort } from '#shared/costs.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { type FactName, factNames, facts, factWords } from '#shared/listing/facts.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { freshnessWords, PropertyLink, propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { t, textOf } from '#web/lib/i18n.tsx';
import { type UrlCodec, useUrlState, withParameters } from '#web/lib/urlState.ts';
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

const differencesInUrl: UrlCodec<boolean> = {
  read: (params) => params.get('differences') === '1',
  write: (isOnly, params) => withParameters(params, { differences: isOnly ? '1' : null }),
};

export function CompareScreen() {
  useTitle(t('Compare Properties'));
  const ids = useComparedIds();
  const query = useQuery(propertiesByIdsQuery(ids));
  const { data, isPending, isPlaceholderData, refetch } = query;
  const [isDifferencesOnly, showDifferences] = useUrlState(differencesInUrl);

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
              : t('Differences are highlighted.')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 max-sm:gap-x-2 gap-y-2 print:hidden">
          {properties.length > 1 && (
            <label className="inline-flex items-center gap-2 min-h-11 text-md font-semibold cursor-pointer">
              <input
                className="w-4.5 h-4.5"
                type="checkbox"
                checked={isDifferencesOnly}
                onChange={({ target: { checked } }) => showDifferences(() => checked, { isReplacing: true })}
              />
              {t('Only rows that differ')}
            </label>
          )}
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
      <CompareTable properties={properties} isDifferencesOnly={isDifferencesOnly && properties.length > 1} />
    </div>
  );
}

function CompareTable(props: { properties: Property[]; isDifferencesOnly: boolean }) {
  const { properties, isDifferencesOnly } = props;
  const { costs = null } = useSite();
  const now = useNow();
  const isShown = (row: { isDifferent: boolean }) => row.isDifferent || !isDifferencesOnly;
  const rows = compareRows(properties, { costs, now }).filter(isShown);
  const features = featureRows(properties).filter(isShown);
  const rowClass = (isDifferent: boolean) => (isDifferent ? styles.different : styles.alike);
  return (
    <section
      className="mx-[calc(-1_*_var(--s-page-gutter))] px-gutter overflow-x-auto overflow-y-hidden print:overflow-visible"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard too
      tabIndex={0}
      aria-label={t('Comparison')}
    >
      <table className={styles.table} style={{ '--columns': properties.length } as CSSProperties}>
        <thead>
          <tr>
            <td className={styles.corner} />
            {properties.map(({ id, title, images, location }) => (
              <th key={id} scope="col" className={styles.property}>
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
                <p className="mt-1 text-muted text-sm leading-[1.4]">{location.address}</p>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, best, isDifferent }) => (
            <tr key={label} className={rowClass(isDifferent)}>
              <th scope="row">{label}</th>
              {properties.map(({ id }, at) => (
                <td key={id}>
                  {values[at] ?? <Absent words={t('Not stated')} />}
                  {best === at && (
                    <span className="block mt-1 text-success text-sm font-semibold">{t('Lowest per sqm')}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
          {isDifferencesOnly && rows.length + features.length === 0 && (
            <tr>
              <td colSpan={properties.length + 1} className="text-muted">
                {t('These properties have no listed differences.')}
              </td>
            </tr>
          )}
        </tbody>
        {features.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" className={styles.group} colSpan={properties.length + 1}>
                <span className="sticky left-0">{t('Features')}</span>
              </th>
            </tr>
            {features.map(({ feature, has, isDifferent }) => (
              <tr key={feature} className={rowClass(isDifferent)}>
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
          </tbody>
        )}
      </table>
    </section>
  );
}

function Absent({ words }: { words: string }) {
  return <Minus className="text-muted opacity-75" size={18} strokeWidth={2} aria-label={words} />;
}

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });
const isMixed = (values: readonly unknown[]) => new Set(values).size > 1;
const positive = (amount: number) => (amount > 0 ? number.format(amount) : null);

const perSqm = msg('Price per sqm');

const factText = (name: FactName, home: Property) => {
  const words = factWords(name, home);
  return words && textOf(words);
};

type Figure = [label: Message, read: (property: Property) => string | null];

const figures: Figure[] = [
  [msg('Price'), ({ price, listing_type }) => formatFullPrice(price) + t(priceSuffix(listing_type))],
  [
    perSqm,
    ({ price, listing_type, details }) =>
      details.area_sqm > 0 ? formatFullPrice(price / details.area_sqm) + t(priceSuffix(listing_type)) : null,
  ],
  [msg('Listing'), ({ listing_type }) => t(listingTypeLabel[listing_type])],
  [msg('Type'), ({ type }) => t(propertyTypeLabel[type])],
  [msg('Status'), ({ status }) => t(propertyStatusLabel[status])],
  ...factNames.map((name): Figure => [facts[name].label, (home) => factText(name, home)]),
  [msg('Floor plans'), ({ floor_plans }) => positive(floor_plans.length)],
  [msg('Video'), ({ video_url }) => (video_url && readVideoAddress(video_url)?.service) ?? null],
  [msg('City'), ({ location }) => location.city],
];

/** Rows that say nothing of any of the listings are left out. @param costs null: they are not estimated */
export function compareRows(
  properties: Property[],
  { costs, now }: { costs: CostRates | null; now: Date } = { costs: null, now: new Date() },
) {
  const estimate: Figure = [msg('Estimated cost'), (home) => costs && costWords(home, costs)];
  const freshness: Figure = [msg('Availability'), (home) => freshnessWords(home, now)?.text ?? null];
  return [...figures.slice(0, 2), estimate, ...figures.slice(2), freshness]
    .map(([label, read]) => {
      const values = properties.map(read);
      const best = label === perSqm ? lowestPerSqm(properties) : null;
      return { label: t(label), values, best, isDifferent: isMixed(values) };
    })
    .filter(({ values }) => values.some((value) => value !== null));
}

function costWords(home: Property, costs: CostRates): string {
  const amount = formatFullPrice(costInShort(home, costs));
  return home.listing_type === 'sale'
    ? t('{amount} a month with a bank loan', { amount })
    : t('{amount} to move in', { amount });
}

/** Prices of a sale and of a month's rent are not compared, nor is one that others share. */
function lowestPerSqm(properties: Property[]): number | null {
  const isOfOneKind = new Set(properties.map(({ listing_type }) => listing_type === 'sale')).size === 1;
  const prices = properties.map(({ price, details }) =>
    details.area_sqm > 0 ? price / details.area_sqm : Number.POSITIVE_INFINITY,
  );
  const lowest = Math.min(...prices);
  const isAlone = prices.filter((price) => price === lowest).length === 1;
  const hasOthers = prices.filter(Number.isFinite).length > 1;
  return isOfOneKind && isAlone && hasOthers ? prices.indexOf(lowest) : null;
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
