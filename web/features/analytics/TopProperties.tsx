import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { TopProperty } from '#shared/contracts/analytics.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { formatFullPrice } from '#shared/money.ts';
import { statusTone } from '#web/features/properties/index.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable, type TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import type { TableSort } from '#web/ui/dataTable/tableSort.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { type DayRange, inNumbers } from './figures.ts';

/** Specification, part 3 §9: what stands for a missing title. */
const UNTITLED = 'Untitled Property';

export const titleOf = ({ title }: Pick<TopProperty, 'title'>): string => title.trim() || UNTITLED;

const sortValues: Record<string, (property: TopProperty) => string | number> = {
  title: titleOf,
  price: ({ price }) => price,
  views: ({ views }) => views,
  inquiries: ({ inquiries }) => inquiries,
  status: ({ status }) => propertyStatusLabel[status],
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
  heading: string,
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
    heading: 'Property',
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
  figure('price', 'Price', formatFullPrice),
  figure('views', 'Views', inNumbers),
  figure('inquiries', 'Inquiries', inNumbers),
  {
    id: 'status',
    heading: 'Status',
    sortKey: 'status',
    cell: ({ status }) => (
      <span>
        <Badge tone={statusTone[status]}>{propertyStatusLabel[status]}</Badge>
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
          Top Performing Properties
        </h3>
        <DownloadCsv table="properties" subject="all properties" range={range} />
      </header>
      <DataTable
        label="Top Performing Properties"
        columns={columns}
        rows={properties && sortProperties(properties, sort)}
        keyOf={({ id: propertyId }) => propertyId}
        sort={sort}
        onSort={setSort}
        empty={<p className="p-6 text-muted text-center">You have no listing yet.</p>}
      />
    </section>
  );
}

interface DownloadCsvProps {
  table: 'monthly' | 'properties';
  /** What is in the file, for those who do not see what the button stands beside. */
  subject: string;
  range: DayRange | null;
}

export function DownloadCsv({ table, subject, range }: DownloadCsvProps) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      await downloadFile('/api/agents/analytics/export', { ...range, table });
    } catch (error) {
      showToast(failureSentence(error, 'The file could not be downloaded'), 'error');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="plain" disabled={isBusy} onClick={() => void download()}>
      <Download size={16} />
      Download CSV<span className="visuallyHidden"> of {subject}</span>
    </Button>
  );
}
