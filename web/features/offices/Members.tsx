import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { OfficeMember, OwnOffice } from '#shared/contracts/offices.ts';
import { msg } from '#shared/messages.ts';
import { formatDay, fullTime, shortRelativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { DataTable, type TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { Menu, type MenuEntry } from '#web/ui/dialogs/Menu.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AwayDialog, HandOverDialog, RemoveDialog, showMoved } from './memberDialogs.tsx';
import { useOfficeActs } from './queries.ts';

const dialogs = { away: AwayDialog, handOver: HandOverDialog, remove: RemoveDialog };
type DialogKind = keyof typeof dialogs;

interface MembersProps {
  userId: number;
  role: OwnOffice['role'];
  members: readonly OfficeMember[];
}

/** The members with their role, absence and waiting clients, and the acts of a manager or of the member. */
export function Members({ userId, role, members }: MembersProps) {
  const now = useNow();
  const [dialog, setDialog] = useState<{ kind: DialogKind; id: number } | null>(null);
  const isManager = role === 'manager';
  const columns: TableColumn<OfficeMember>[] = [
    ...memberColumns(userId, now),
    {
      id: 'acts',
      heading: msg('Actions'),
      isHeadingHidden: true,
      align: 'end',
      cell: (member) =>
        (isManager || member.id === userId) && (
          <MemberMenu
            member={member}
            isManager={isManager}
            isMe={member.id === userId}
            hasOthers={members.length > 1}
            onOpen={(kind) => setDialog({ kind, id: member.id })}
          />
        ),
    },
  ];
  const opened = dialog && members.find(({ id }) => id === dialog.id);
  const Opened = dialog && dialogs[dialog.kind];
  return (
    <>
      <DataTable label={t('Members')} columns={columns} rows={members} keyOf={({ id }) => id} empty={null} />
      {opened && Opened && (
        <Opened member={opened} members={members} isMe={opened.id === userId} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

const memberColumns = (userId: number, now: Date): TableColumn<OfficeMember>[] => [
  {
    id: 'name',
    heading: msg('Member'),
    isRowHeading: true,
    cell: ({ id, name, avatar_url, email, is_active }) => (
      <RowSubject picture={<Avatar src={avatar_url} size={40} />}>
        {is_active ? (
          <Link className="row-title" to={`/agents/${id}`}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <span dir="auto" className="row-title">
            {name}
          </span>
        )}
        <span className="row-note">{id === userId ? t('You') : email}</span>
      </RowSubject>
    ),
  },
  {
    id: 'role',
    heading: msg('Role'),
    cell: ({ role: theirs, is_active }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={theirs === 'manager' ? 'primary' : 'neutral'}>
          {theirs === 'manager' ? t('Manager') : t('Agent')}
        </Badge>
        {!is_active && <Badge tone="danger">{t('Not active')}</Badge>}
      </span>
    ),
  },
  {
    id: 'away',
    heading: msg('Away'),
    cell: ({ away_until, stand_in }) =>
      away_until ? (
        <span className="grid">
          <span>{t('Until {day}', { day: formatDay(away_until) })}</span>
          <span className="row-note">
            {stand_in ? t('Stand-in: {name}', { name: stand_in.name }) : t('No stand-in')}
          </span>
        </span>
      ) : (
        <span className="row-note">{t('Here')}</span>
      ),
  },
  {
    id: 'waiting',
    heading: msg('Clients Waiting'),
    align: 'end',
    cell: ({ waiting, longest_waiting_since: since, clients }) =>
      waiting === null ? (
        <span className="row-note">–</span>
      ) : (
        <span className="grid">
          <span className="tabular-nums">
            {t('{waiting} of {clients}', { waiting, clients: clients ?? waiting })}
          </span>
          {since && (
            <time className="row-note whitespace-nowrap" dateTime={since} title={fullTime(since)}>
              {t('longest: {time}', { time: shortRelativeTime(since, now) })}
            </time>
          )}
        </span>
      ),
  },
];

interface MemberMenuProps {
  member: OfficeMember;
  isManager: boolean;
  isMe: boolean;
  hasOthers: boolean;
  onOpen(kind: DialogKind): void;
}

function MemberMenu({ member, isManager, isMe, hasOthers, onOpen }: MemberMenuProps) {
  const { id, name, away_until: away, handed_over: handedOver } = member;
  const { changeMember, handOver } = useOfficeActs();
  const run = async (act: () => Promise<unknown>, done?: string) => {
    try {
      await act();
      if (done) showToast(done);
    } catch (error) {
      showToast(failureSentence(error, t('This did not work. Please try again.')), 'error');
    }
  };
  const change = (label: string, changes: Parameters<typeof changeMember>[1], done: string) => ({
    label,
    onSelect: () => void run(() => changeMember(id, changes), done),
  });
  const giveBack = async () => {
    const { moved, clashing_viewings } = await handOver({ from_id: null, to_id: id, which: 'came_from' });
    showMoved(moved, clashing_viewings);
  };

  const entries: MenuEntry[] = [];
  if (isManager)
    entries.push(
      member.role === 'agent'
        ? change(t('Make Manager'), { role: 'manager' }, t('{name} is now a manager', { name }))
        : change(t('No Longer Manager'), { role: 'agent' }, t('{name} is no longer a manager', { name })),
    );
  entries.push({ label: away ? t('Change Absence…') : t('Away…'), onSelect: () => onOpen('away') });
  if (away)
    entries.push(change(t('Back Again'), { away_until: null, stand_in_id: null }, t('{name} is back', { name })));
  if (hasOthers) entries.push({ label: t('Hand Over Clients…'), onSelect: () => onOpen('handOver') });
  if (handedOver > 0 && !away)
    entries.push({
      label: t('Give Back ({count})', { count: handedOver }),
      onSelect: () => void run(giveBack),
    });
  if (isManager && !isMe)
    entries.push('divider', { label: t('Remove…'), onSelect: () => onOpen('remove'), isDanger: true });

  return (
    <Menu
      label={t('Actions for {name}', { name })}
      trigger={<Ellipsis size={20} aria-hidden="true" />}
      triggerClassName="justify-center w-control hover:bg-sunken"
      entries={entries}
    />
  );
}
