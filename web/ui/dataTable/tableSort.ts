export interface TableSort {
  key: string;
  order: 'asc' | 'desc';
}

/** The order that pressing a heading asks for: the other one where it is in force already. */
export function nextSort(sort: TableSort, key: string): TableSort {
  return { key, order: sort.key === key && sort.order === 'asc' ? 'desc' : 'asc' };
}

/** As one word, for the value of an option: 'price desc'. */
export function describeSort({ key, order }: TableSort): string {
  return `${key} ${order}`;
}

export function readSort(words: string): TableSort {
  const [key = '', order] = words.split(' ');
  return { key, order: order === 'desc' ? 'desc' : 'asc' };
}
