import { History } from 'lucide-react';
import type { AuditEntry } from '#shared/contracts/auditLog.ts';
import { msg } from '#shared/messages.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { t } from '#web/lib/i18n.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Moment } from '#web/ui/dataTable/rowParts.tsx';
import { AdminList, DateFilters, filterClass, useAdminList } from '#web/ui/list/AdminList.tsx';
import { Section } from '#web/ui/section/Section.tsx';
import { auditQuery, auditSchema, readChanges, spellAction, spellName, spellThing } from './auditLog.ts';

const useAuditList = () => useAdminList(auditSchema, auditQuery);

export function AuditSection() {
  const list = useAuditList();
  return (
    <Section label={t('Audit Log')}>
      <AdminList
        list={list}
        words={{
          label: t('Audit log'),
          none: t('No entries found'),
          notFetched: t('Failed to fetch audit log'),
          notLoaded: t('Failed to load audit log'),
        }}
        title={t('Audit Log')}
        exportFile={(query) => downloadFile('auditLog.export', { query })}
        rows={list.data?.entries}
        columns={auditColumns}
        empty={{
          icon: <History size={28} aria-hidden="true" />,
          text: t('Every change an administrator makes is recorded here.'),
        }}
      >
        <AuditFilters {...list} />
      </AdminList>
    </Section>
  );
}

/** @param data the actors, actions and things in the log; undefined while loading */
function AuditFilters({ state, change, data }: ReturnType<typeof useAuditList>) {
  const actions = data?.actions ?? [];
  const things = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  const selects = [
    {
      name: 'actor',
      label: t('Who'),
      all: t('Everyone'),
      options: (data?.actors ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'action',
      label: t('Action'),
      all: t('All Actions'),
      options: actions.map((value) => ({ value, label: spellAction(value) })),
    },
    {
      name: 'entity_type',
      label: t('Item'),
      all: t('All Items'),
      options: things.map((value) => ({ value, label: spellName(value) })),
    },
  ] as const;
  return (
    <>
      {selects.map(({ name, label, all, options }) => (
        <NativeSelect
          key={name}
          className={filterClass}
          label={label}
          value={state[name]}
          options={withChosen(state[name], [{ value: '', label: all }, ...options])}
          onChange={(value) => change({ [name]: value, ...(name === 'entity_type' && { entity_id: '' }) })}
        />
      ))}
      <DateFilters
        from={{ name: 'from', label: t('From') }}
        to={{ name: 'to', label: t('To') }}
        className="flex-[0_1_10.5rem] min-w-0 max-md:basis-full max-md:grow"
        state={state}
        change={change}
      />
      {state.entity_id && (
        <div className="order-last w-full">
          <Chip
            label={t('Only {thing}', {
              thing: spellThing({ entity_type: state.entity_type, entity_id: Number(state.entity_id) }),
            })}
            onRemove={() => change({ entity_id: '' })}
          />
        </div>
      )}
    </>
  );
}

/** The URL's value is shown as chosen even if the log does not hold it. */
function withChosen(chosen: string, options: { value: string; label: string }[]) {
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: spellAction(chosen) }];
}

const auditColumns: TableColumn<AuditEntry>[] = [
  {
    id: 'action',
    heading: msg('Action'),
    isRowHeading: true,
    cell: (entry) => (
      <span className="grid grid-cols-1 min-w-0">
        <span className="row-title">{spellAction(entry.action)}</span>
        <span className="row-note">{spellThing(entry)}</span>
      </span>
    ),
  },
  { id: 'when', heading: msg('When'), cell: ({ created_at }) => <Moment iso={created_at} /> },
  {
    id: 'actor',
    heading: msg('Who'),
    cell: ({ actor, address }) => (
      <span className="grid grid-cols-1 min-w-0">
        <span dir="auto">{actor.name}</span>
        {address && <span className="row-note">{address}</span>}
      </span>
    ),
  },
  { id: 'changes', heading: msg('Changes'), cell: (entry) => <Changes entry={entry} /> },
  {
    id: 'reason',
    heading: msg('Reason'),
    cell: ({ reason }) =>
      reason && (
        <span dir="auto" className="wrap-anywhere">
          {reason}
        </span>
      ),
  },
];

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = readChanges(entry);
  if (changes.length === 0 && entry.is_erased)
    return <span className="row-note">{t('Removed when the account was erased')}</span>;
  if (changes.length === 0) return <span className="row-note">—</span>;
  return (
    <ul className="grid gap-0.5 max-w-120 text-sm">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="flex flex-wrap gap-x-1.5 *:min-w-0 *:wrap-anywhere">
          <span className="text-muted">{field}</span>
          {from && <del className="text-muted">{from}</del>}
          {from && to && (
            <span className="text-muted" aria-hidden="true">
              →
            </span>
          )}
          {to && <ins className="font-semibold no-underline">{to}</ins>}
        </li>
      ))}
    </ul>
  );
}
