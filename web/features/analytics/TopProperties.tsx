import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { TopProperty } from '#shared/contracts/analytics.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { statusTone } from '#web/features/properties/index.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable, type TableColumn, type TableSort } from '#web/ui/dataTable/DataTable.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { type DayRange, inNumbers } from './figures.ts';

/** Specification, part 3 §9: the text for a missing title. */
export const titleOf = ({ title }: Pick<TopProperty, 'title'>): string =>
  title.trim() || t('Untitled Property');

const sortValues: Record<string, (property: TopProperty) => string | number> = {
  title: titleOf,
  price: ({ price }) => price,
  views: ({ views }) => views,
  inquiries: ({ inquiries }) => inquiries,
  status: ({ status }) => t(propertyStatusLabel[status]),
};

/** Equal ones keep the order they come in: the most viewed first. */
export function sortProperties(properties: readonly TopProperty[], { key, order }: TableSort): TopProperty[] {
  const read = sortValues[key];
  if (!read) return [...properties];
  const direction = order === 'asc' ? 1 : -1;
  return properties.toSorted((one, other) => direction * compare(read(one), read(other)));
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en', { numeric: true });
}

const figure = (
  id: 'price' | 'views' | 'inquiries',
  heading: Message,
  words: (value: number) => string,
): TableColumn<TopProperty> => ({
  id,
  heading,
  sortKey: id,
  align: 'end',
  cell: ({ [id]: value }) => <span className="tabular-nums">{words(value)}</span>,
});

const columns: TableColumn<TopProperty>[] = [
  {
    id: 'title',
    heading: msg('Property'),
    sortKey: 'title',
    isRowHeading: true,
    cell: (property) => (
      <Link
        className="text-ink font-semibold no-underline wrap-anywhere hover:text-primary hover:underline"
        to={`/properties/${property.id}`}
      >
        {titleOf(property)}
      </Link>
    ),
  },
  figure('price', msg('Price'), formatFullPrice),
  figure('views', msg('Views'), inNumbers),
  figure('inquiries', msg('Inquiries'), inNumbers),
  {
    id: 'status',
    heading: msg('Status'),
    sortKey: 'status',
    cell: ({ status }) => (
      <span>
        <Badge tone={statusTone[status]}>{t(propertyStatusLabel[status])}</Badge>
      </span>
    ),
  },
];

interface TopPropertiesProps {
  /** Undefined while they are being counted. */
  properties: TopProperty[] | undefined;
  range: DayRange | null;
}

/** The listings that people want most. */
export function TopProperties({ properties, range }: TopPropertiesProps) {
  const id = useId();
  const [sort, setSort] = useState<TableSort>({ key: 'views', order: 'desc' });
  return (
    <section
      className="min-w-0 p-6 border border-line rounded-lg bg-surface shadow-sm max-sm:p-4"
      aria-labelledby={id}
    >
      <header className="flex flex-wrap items-center justify-between gap-y-1 gap-x-3 mb-3 [&_button]:-my-2 [&_button]:-mx-3">
        <h3 id={id} className="text-lg">
          {t('Top Performing Properties')}
        </h3>
        <DownloadCsv table="properties" range={range} />
      </header>
      <DataTable
        label={t('Top Performing Properties')}
        columns={columns}
        rows={properties && sortProperties(properties, sort)}
        keyOf={({ id: propertyId }) => propertyId}
        sort={sort}
        onSort={setSort}
        empty={<p className="p-6 text-muted text-center">{t('You have no listings yet.')}</p>}
      />
    </section>
  );
}

interface DownloadCsvProps {
  table: 'monthly' | 'properties';
  range: DayRange | null;
}

export function DownloadCsv({ table, range }: DownloadCsvProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile('analytics.export', { query: { ...range, table } }),
    onError: (error) => showToast(failureSentence(error, t('The file could not be downloaded')), 'error'),
  });
  return (
    <Button
      variant="plain"
      aria-label={
        table === 'monthly' ? t('Download CSV of the monthly figures') : t('Download CSV of all properties')
      }
      disabled={isPending}
      onClick={() => mutate()}
    >
      <Download size={16} />
      {t('Download CSV')}
    </Button>
  );
}
