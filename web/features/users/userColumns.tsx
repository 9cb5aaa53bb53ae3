import { Eye, KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { roleLabel } from '#shared/labels.ts';
import { shortDay } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowActions, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { StatusSelect } from '#web/ui/list/StatusSelect.tsx';
import { roleTone, settableUserStatuses, userStatusLabel, userStatusTone } from './statusLabels.ts';
import type { UserDialog } from './userDialog.ts';

interface UserActions {
  onStatus(user: AdminUser, status: UserStatus): Promise<void>;
  onDialog(dialog: UserDialog): void;
}

export function userColumns(actions: UserActions): TableColumn<AdminUser>[] {
  return [
    {
      id: 'user',
      heading: 'User',
      sortKey: 'name',
      isRowHeading: true,
      cell: (user) => <Person user={user} />,
    },
    {
      id: 'role',
      heading: 'Role',
      sortKey: 'role',
      cell: ({ role }) => (
        <span>
          <Badge tone={roleTone[role]}>{roleLabel[role]}</Badge>
        </span>
      ),
    },
    {
      id: 'status',
      heading: 'Status',
      sortKey: 'status',
      cell: ({ status }) => (
        <span>
          <Badge tone={userStatusTone[status]}>{userStatusLabel[status]}</Badge>
        </span>
      ),
    },
    {
      id: 'created',
      heading: 'Created',
      sortKey: 'created_at',
      cell: ({ created_at }) => (
        <time className="whitespace-nowrap" dateTime={created_at}>
          {shortDay(created_at)}
        </time>
      ),
    },
    { id: 'actions', heading: 'Actions', cell: (user) => <Actions user={user} {...actions} /> },
  ];
}

function Person({ user }: { user: AdminUser }) {
  return (
    <RowSubject picture={<Avatar src={user.avatar_url} size={40} />}>
      <span className="row-title">{user.name}</span>
      <span className="row-note">{user.email}</span>
      {user.phone && <span className="row-note">{user.phone}</span>}
    </RowSubject>
  );
}

function Actions({ user, onStatus, onDialog }: UserActions & { user: AdminUser }) {
  return (
    <RowActions
      icons={
        <>
          <IconButton
            label={`View details of ${user.name}`}
            icon={<Eye size={18} aria-hidden="true" />}
            onClick={() => onDialog({ kind: 'view', user })}
          />
          <IconButton
            label={`Edit ${user.name}`}
            icon={<Pencil size={18} aria-hidden="true" />}
            onClick={() => onDialog({ kind: 'edit', user })}
          />
          <IconButton
            label={`Change password of ${user.name}`}
            icon={<KeyRound size={18} aria-hidden="true" />}
            onClick={() => onDialog({ kind: 'password', user })}
          />
          {user.role !== 'admin' && (
            <IconButton
              isDangerous
              label={`Delete ${user.name}`}
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => onDialog({ kind: 'delete', user })}
            />
          )}
        </>
      }
    >
      <StatusSelect
        label={`Status of ${user.name}`}
        value={user.status}
        choices={settableUserStatuses}
        labels={userStatusLabel}
        onChange={(status) => onStatus(user, status)}
      />
    </RowActions>
  );
}
