import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ImportIssue, ImportRow } from '#shared/contracts/propertyTools.ts';
import styles from './RowsTable.module.css';

export function RowsTable({ rows }: { rows: readonly ImportRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.frame} aria-label="Rows of the file" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Property</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row} className={row.issues.length > 0 ? styles.bad : undefined}>
              <th scope="row">{row.row}</th>
              <td>
                <strong>{row.title || 'No title'}</strong>
                <span className={styles.facts}>{[row.city, row.price].filter(Boolean).join(' · ')}</span>
              </td>
              <td>
                {row.issues.length === 0 ? (
                  <span className={styles.good}>
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
