import { useQuery } from '@tanstack/react-query';
import { Eye, KeyRound, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { roleLabel } from '#shared/labels.ts';
import { shortDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowActions, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { ExportButton } from '#web/ui/list/ExportButton.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters, readOrder, useListState, withoutPage } from '#web/ui/list/listState.ts';
import { StatusSelect } from '#web/ui/list/StatusSelect.tsx';
import { filterOptions } from '#web/ui/list/selectOptions.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { type UserDialog, UserDialogs } from './UserDialogs.tsx';
import {
  roleTone,
  settableUserStatuses,
  USERS_PAGE_SIZE,
  type UsersState,
  userStatusLabel,
  userStatusTone,
  usersQuery,
  usersSchema,
  useSetUserStatus,
} from './users.ts';

export function UsersSection() {
  const { state, change, clear, openPage, sortBy } = useListState(usersSchema);
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useQuery(usersQuery({ ...state, limit: USERS_PAGE_SIZE }));
  const { mutateAsync: sendStatus } = useSetUserStatus();

  const openDialog = (next: UserDialog | null) => {
    setFailure(null);
    setDialog(next);
  };
  const setStatus = async ({ id, name, status: before }: AdminUser, status: UserStatus) => {
    setFailure(null);
    try {
      const changed = await sendStatus({ id, status });
      setDialog((open) => (open?.kind === 'view' && open.user.id === id ? { ...open, user: changed } : open));
      // Pending cannot be set here, so there is no way back to it.
      const undo =
        before === 'pending' ? undefined : { label: 'Undo', onClick: () => void setStatus(changed, before) };
      showToast(`${name} is now ${userStatusLabel[status].toLowerCase()}`, 'success', undo);
    } catch (error) {
      setFailure(failureSentence(error, 'Failed to update user status', 'Failed to update user status'));
    }
  };

  return (
    <Section label="Users">
      <SectionHeader title="User Management">
        <ExportButton path="/api/admin/users/export" query={withoutPage(state)} onFailure={setFailure} />
        <Button onClick={() => openDialog({ kind: 'add' })}>
          <UserPlus size={18} aria-hidden="true" />
          Add User
        </Button>
      </SectionHeader>
      <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
      <ListCard
        label="Users"
        query={list}
        rows={list.data?.users}
        columns={userColumns({
          onStatus: setStatus,
          onDialog: openDialog,
        })}
        filters={<UserFilters state={state} change={change} clear={clear} />}
        sort={readOrder(state)}
        onSort={sortBy}
        onPage={openPage}
        empty={
          <EmptyState
            headingLevel={3}
            title="No users found"
            text="Try adjusting your search or filter criteria."
          />
        }
        failure={['Failed to fetch users', 'Failed to load users']}
      />
      {dialog && (
        <UserDialogs
          dialog={dialog}
          failure={failure}
          onDialog={openDialog}
          onStatus={(user, status) => void setStatus(user, status)}
        />
      )}
    </Section>
  );
}

interface UserFiltersProps {
  state: UsersState;
  change(changes: Partial<UsersState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const roleOptions = filterOptions('All Roles', roleLabel);
const statusOptions = filterOptions('All Statuses', userStatusLabel);

function UserFilters({ state, change, clear }: UserFiltersProps) {
  return (
    <ListToolbar
      search={{
        label: 'Search users',
        placeholder: 'Search by name, email or phone...',
        value: state.search,
        onSearch: (search) => change({ search }, { isTyping: true }),
      }}
      isFiltered={hasFilters(usersSchema, state)}
      onClear={clear}
    >
      <FilterSelect
        label="Role"
        value={state.role}
        options={roleOptions}
        onChange={(role) => change({ role })}
      />
      <FilterSelect
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
    </ListToolbar>
  );
}

interface UserActions {
  onStatus(user: AdminUser, status: UserStatus): Promise<void>;
  onDialog(dialog: UserDialog): void;
}

function userColumns(actions: UserActions): TableColumn<AdminUser>[] {
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
