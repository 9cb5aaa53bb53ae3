import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg } from '#shared/messages.ts';
import { clockTime, shortDay } from '#web/lib/dates.ts';
import { IconButton } from '../controls/Button.tsx';
import type { TableColumn } from './DataTable.tsx';

/** A row's subject: a picture and text. */
export function RowSubject({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-3 min-w-0">
      {picture}
      <span className="grid grid-cols-1 min-w-0">{children}</span>
    </span>
  );
}

interface RowAction<Row> {
  /** Includes the row's name: 'Delete Maria Santos'. */
  label(row: Row): string;
  Icon: LucideIcon;
  isDangerous?: boolean;
  /** Whether the action is available; by default in every row. */
  isOffered?(row: Row): boolean;
  onClick(row: Row): void;
}

/** The actions of a row. @param control shown before the icons */
export function actionsColumn<Row>(
  actions: readonly RowAction<Row>[],
  control?: (row: Row) => ReactNode,
): TableColumn<Row> {
  return {
    id: 'actions',
    heading: msg('Actions'),
    cell: (row) => (
      <div className="flex items-center gap-1 @max-[64rem]:flex-wrap">
        {control?.(row)}
        <span className="inline-flex">
          {actions
            .filter(({ isOffered }) => !isOffered || isOffered(row))
            .map(({ label, Icon, isDangerous = false, onClick }) => (
              <IconButton
                key={label(row)}
                label={label(row)}
                icon={<Icon size={18} aria-hidden="true" />}
                className="w-10 pointer-coarse:w-control"
                isDangerous={isDangerous}
                onClick={() => onClick(row)}
              />
            ))}
        </span>
      </div>
    ),
  };
}

/** A moment in a column: the day above the time, without line breaks. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className="inline-grid whitespace-nowrap" dateTime={iso}>
      <span>{shortDay(iso)}</span> <span className="text-muted text-sm">{clockTime(iso)}</span>
    </time>
  );
}

/** A day in a column, without line breaks. */
export function Day({ iso }: { iso: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={iso}>
      {shortDay(iso)}
    </time>
  );
}
