import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ImportIssue, ImportRow } from '#shared/contracts/propertyTools.ts';
import styles from './RowsTable.module.css';

export function RowsTable({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <section
      className="max-h-[min(24rem,45dvh)] overflow-auto border border-line rounded-md focus-visible:-outline-offset-3"
      aria-label="Rows of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
    >
      <table className={`w-full border-collapse text-sm leading-[1.45] max-md:block ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Property</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.row}
              className={
                row.issues.length > 0
                  ? 'bg-[color-mix(in_srgb,var(--s-danger)_5%,var(--s-surface))]'
                  : undefined
              }
            >
              <th scope="row">{row.row}</th>
              <td>
                <strong>{row.title || 'No title'}</strong>
                <span className="text-muted wrap-anywhere">
                  {[row.city, row.price].filter(Boolean).join(' · ')}
                </span>
              </td>
              <td>
                {row.issues.length === 0 ? (
                  <span className={`flex gap-2 text-success font-semibold ${styles.good}`}>
                    <CircleCheck size={16} aria-hidden="true" />
                    Good
                  </span>
                ) : (
                  <Issues issues={row.issues} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Issues({ issues }: { issues: readonly ImportIssue[] }) {
  return (
    <ul className={styles.issues}>
      {issues.map(({ column, message }) => (
        <li key={`${column} ${message}`}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>
            {column && <code>{column}</code>} {message}
          </span>
        </li>
      ))}
    </ul>
  );
}
