import type { AuditEntry } from '#shared/contracts/auditLog.ts';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Moment } from '#web/ui/details/Moment.tsx';
import styles from './Audit.module.css';
import { readChanges, spellAction, spellThing } from './auditWords.ts';

export const auditColumns: TableColumn<AuditEntry>[] = [
  {
    id: 'action',
    heading: 'Action',
    isRowHeading: true,
    cell: (entry) => (
      <span className="grid min-w-0">
        <span className="row-title">{spellAction(entry.action)}</span>
        <span className="row-note">{spellThing(entry)}</span>
      </span>
    ),
  },
  {
    id: 'when',
    heading: 'When',
    cell: ({ created_at }) => <Moment iso={created_at} />,
  },
  {
    id: 'actor',
    heading: 'Who',
    cell: ({ actor, address }) => (
      <span className="grid min-w-0">
        <span>{actor.name}</span>
        {address && <span className="row-note">{address}</span>}
      </span>
    ),
  },
  { id: 'changes', heading: 'Changes', cell: (entry) => <Changes entry={entry} /> },
  {
    id: 'reason',
    heading: 'Reason',
    cell: ({ reason }) => reason && <span className="wrap-anywhere">{reason}</span>,
  },
];

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = readChanges(entry);
  if (changes.length === 0) return <span className="row-note">—</span>;
  return (
    <ul className={`grid gap-0.5 max-w-120 text-sm ${styles.changes}`}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className="text-muted">{field}</span>
          {from && <del>{from}</del>}
          {from && to && (
            <span className="text-muted" aria-hidden="true">
              →
            </span>
          )}
          {to && <ins>{to}</ins>}
        </li>
      ))}
    </ul>
  );
}
