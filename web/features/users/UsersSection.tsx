import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/list/ExportButton.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { readOrder, useListState, withoutPage } from '#web/ui/list/listState.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { USERS_PAGE_SIZE, usersQuery, usersSchema, useSetUserStatus } from './queries.ts';
import { userStatusLabel } from './statusLabels.ts';
import { UserDialogs } from './UserDialogs.tsx';
import { UserFilters } from './UserFilters.tsx';
import { userColumns } from './userColumns.tsx';
import type { UserDialog } from './userDialog.ts';

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
