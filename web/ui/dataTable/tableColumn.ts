import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  heading: string;
  cell(row: Row): ReactNode;
  /** With it the column can be sorted by; the name is the caller's. */
  sortKey?: string;
  align?: 'start' | 'end';
  /** Names the row: it is its heading, and on a card stands without the column's name. */
  isRowHeading?: boolean;
}
