import type { TopProperty } from '#shared/contracts/analytics.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { TableSort } from '#web/ui/dataTable/tableSort.ts';

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
