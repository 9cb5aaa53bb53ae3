export interface TableSort {
  key: string;
  order: 'asc' | 'desc';
}

/** The order after a press of a heading: its order, or the reverse if it is active. */
export function nextSort(sort: TableSort, key: string): TableSort {
  return { key, order: sort.key === key && sort.order === 'asc' ? 'desc' : 'asc' };
}

/** The order as an option's value: 'price desc'. */
export function describeSort({ key, order }: TableSort): string {
  return `${key} ${order}`;
}

export function readSort(words: string): TableSort {
  const [key = '', order] = words.split(' ');
  return { key, order: order === 'desc' ? 'desc' : 'asc' };
}
