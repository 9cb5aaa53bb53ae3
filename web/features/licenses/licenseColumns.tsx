import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { AgentLicense } from '#shared/contracts/licenses.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { shortDay } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import styles from './Licenses.module.css';
import { licenseTone } from './licenseTone.ts';

export type LicenseRow = AgentLicense & { id: number };

export function licenseColumns(onCheck: (license: AgentLicense) => void): TableColumn<LicenseRow>[] {
  return [
    {
      id: 'agent',
      heading: 'Agent',
      isRowHeading: true,
      cell: ({ agent, state }) => (
        <span className="flex items-center gap-3 min-w-0">
          <Avatar src={agent.avatar_url} size={40} />
          <span className="grid min-w-0">
            {/* Who is unlisted has no public page. */}
            {state === 'lapsed' ? (
              <span className="row-title">{agent.name}</span>
            ) : (
              <Link className="row-title" to={`/agents/${agent.id}`}>
                {agent.name}
              </Link>
            )}
            <span className="row-note">{agent.email}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      heading: 'State',
      cell: ({ state, warned_at, lapsed_at }) => (
        <span className="grid min-w-0">
          <span>
            <Badge tone={licenseTone[state]}>{licenseStateLabel[state]}</Badge>
          </span>
          {lapsed_at && <span className="row-note whitespace-nowrap">since {shortDay(lapsed_at)}</span>}
          {!lapsed_at && warned_at && (
            <span className="row-note whitespace-nowrap">warned {shortDay(warned_at)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'number',
      heading: 'License Number',
      cell: ({ license_number }) =>
        license_number ? (
          <span className="inline-block min-w-38 wrap-anywhere">{license_number}</span>
        ) : (
          <span className="row-note">Not given</span>
        ),
    },
    {
      id: 'until',
      heading: 'Good Until',
      cell: ({ expires_on }) =>
        expires_on ? (
          <time className="whitespace-nowrap" dateTime={expires_on}>
            {shortDay(expires_on)}
          </time>
        ) : (
          <span className="row-note">—</span>
        ),
    },
    {
      id: 'checked',
      heading: 'Checked',
      cell: ({ checked_at, checked_by, note }) =>
        checked_at ? (
          <span className="grid min-w-0">
            <time className="whitespace-nowrap" dateTime={checked_at}>
              {shortDay(checked_at)}
            </time>
            <span className="row-note">by {checked_by ?? 'a former administrator'}</span>
            {note && <span className={`row-note ${styles.note}`}>{note}</span>}
          </span>
        ) : (
          <span className="row-note">Never</span>
        ),
    },
    {
      id: 'actions',
      heading: 'Actions',
      cell: (license) => (
        <Button
          variant="outlined"
          aria-label={`Check license of ${license.agent.name}`}
          onClick={() => onCheck(license)}
        >
          <ShieldCheck size={18} aria-hidden="true" />
          Check
        </Button>
      ),
    },
  ];
}
