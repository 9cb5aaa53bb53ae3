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
import { AwayDialog, HandOverDialog, RemoveDialog, tellMoved } from './memberDialogs.tsx';
import { useOfficeActs } from './queries.ts';

const dialogs = { away: AwayDialog, handOver: HandOverDialog, remove: RemoveDialog };

interface MembersProps {
  userId: number;
  role: OwnOffice['role'];
  members: readonly OfficeMember[];
}

/** Who works here, who is away, and whose clients wait; with what a manager, or the member, can do about it. */
export function Members({ userId, role, members }: MembersProps) {
  const now = useNow();
  const [dialog, setDialog] = useState<{ kind: keyof typeof dialogs; id: number } | null>(null);
  const { changeMember, handOver } = useOfficeActs();
  const isManager = role === 'manager';
  const run = async (act: () => Promise<unknown>, done?: string) => {
    try {
      await act();
      if (done) showToast(done);
    } catch (error) {
      showToast(failureSentence(error, t('This did not work. Please try again.')), 'error');
    }
  };

  const entriesOf = (member: OfficeMember): MenuEntry[] => {
    const { id, name, away_until: away, handed_over: handedOver } = member;
    const isMe = id === userId;
    const open = (kind: keyof typeof dialogs) => () => setDialog({ kind, id });
    const hasOthers = members.length > 1;
    return [
      ...(isManager
        ? [
            member.role === 'agent'
              ? {
                  label: t('Make Manager'),
                  onSelect: () =>
                    void run(
                      () => changeMember(id, { role: 'manager' }),
                      t('{name} is now a manager', { name }),
                    ),
                }
              : {
                  label: t('No Longer Manager'),
                  onSelect: () =>
                    void run(
                      () => changeMember(id, { role: 'agent' }),
                      t('{name} is no longer a manager', { name }),
                    ),
                },
          ]
        : []),
      { label: away ? t('Change Absence…') : t('Away…'), onSelect: open('away') },
      ...(away
        ? [
            {
              label: t('Back Again'),
              onSelect: () =>
                void run(
                  () => changeMember(id, { away_until: null, stand_in_id: null }),
                  t('{name} is back', { name }),
                ),
            },
          ]
        : []),
      ...(hasOthers ? [{ label: t('Hand Over Clients…'), onSelect: open('handOver') }] : []),
      ...(handedOver > 0 && !away
        ? [
            {
              label: t('Give Back ({count})', { count: handedOver }),
              onSelect: () =>
                void run(async () => {
                  const told = await handOver({ from_id: null, to_id: id, which: 'came_from' });
                  tellMoved(told.moved, told.clashing_viewings);
                }),
            },
          ]
        : []),
      ...(isManager && !isMe
        ? ['divider' as const, { label: t('Remove…'), onSelect: open('remove'), isDanger: true }]
        : []),
    ];
  };

  const columns: TableColumn<OfficeMember>[] = [
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
    {
      id: 'acts',
      heading: msg('Actions'),
      isHeadingHidden: true,
      align: 'end',
      cell: (member) =>
        (isManager || member.id === userId) && (
          <Menu
            label={t('Actions for {name}', { name: member.name })}
            trigger={<Ellipsis size={20} aria-hidden="true" />}
            triggerClassName="justify-center w-control hover:bg-sunken!"
            entries={entriesOf(member)}
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
        <Opened
          member={opened}
          members={members}
          isMe={opened.id === userId}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
