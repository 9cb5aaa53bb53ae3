import { useQuery } from '@tanstack/react-query';
import { House, LogOut, Pencil, Route, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { SharedList } from '#shared/contracts/lists.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate, useParams } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { ListItemCard } from './ListItemCard.tsx';
import { NameDialog } from './ListsScreen.tsx';
import { MembersDialog } from './MembersDialog.tsx';
import { listQuery, useEndList, useListUpdates } from './queries.ts';
import { countsOf } from './SaveToListDialog.tsx';

export function ListScreen() {
  const { user } = useSession();
  const id = Number(useParams().id);
  return (
    <Page>
      {!user ? (
        <SignedOut title={t('Access Denied')} text={t('Please log in to see this list.')} />
      ) : Number.isSafeInteger(id) && id > 0 ? (
        <OpenList key={id} id={id} userId={user.id} />
      ) : (
        <NoList />
      )}
    </Page>
  );
}

const NoList = () => (
  <EmptyState
    headingLevel={1}
    title={t('List not available')}
    text={t('It was deleted, or you are no longer a member.')}
    action={<ButtonLink to="/lists">{t('Shared Lists')}</ButtonLink>}
  />
);

function OpenList({ id, userId }: { id: number; userId: number }) {
  const query = useQuery(listQuery(id));
  useTitle(query.data?.name ?? t('Shared list'));
  useListUpdates(id);
  // A removed member no longer sees the list.
  if (query.error instanceof ApiFailure && query.error.status === 404) return <NoList />;
  return (
    <PartState
      query={query}
      headingLevel={1}
      loadingText={t('Loading the list…')}
      skeleton={<Skeleton height="16rem" />}
      failure={(error) => failureSentence(error, t('The list could not be loaded.'))}
    >
      {(list) => (
        <>
          <ListHeader list={list} userId={userId} />
          {list.items.length === 0 ? (
            <EmptyState
              icon={<House size={28} />}
              title={t('No homes in this list yet')}
              text={t('Press “⋯” on any home, then “Save to list…”.')}
              action={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
            />
          ) : (
            <>
              <h2 className="visuallyHidden">{t('Homes in this list')}</h2>
              <ul
                className="grid grid-fill-[24rem] max-sm:grid-cols-1 gap-5 items-start"
                aria-label={t('Homes in this list')}
              >
                {list.items.map((item) => (
                  <ListItemCard key={item.id} listId={id} item={item} userId={userId} />
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </PartState>
  );
}

function ListHeader({ list, userId }: { list: SharedList; userId: number }) {
  const { id, name, role, members, items } = list;
  const [open, setOpen] = useState<'members' | 'name' | 'end' | null>(null);
  const { mutateAsync: end } = useEndList();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const isOwner = role === 'owner';
  return (
    <header className="flex flex-wrap items-center gap-y-3 gap-x-6 mb-6">
      <div className="flex-1 min-w-0 basis-48">
        <h1 dir="auto" className="wrap-anywhere">
          {name}
        </h1>
        <p className="mt-1 text-muted">{countsOf(items.length, members.length)}</p>
        <p className="mt-1 text-muted text-sm">{members.map((member) => member.name).join(', ')}</p>
      </div>
      <div className="flex items-center gap-1">
        {isOwner && (
          <IconButton label={t('Rename list')} icon={<Pencil size={18} />} onClick={() => setOpen('name')} />
        )}
        <IconButton
          label={isOwner ? t('Delete list') : t('Leave list')}
          icon={isOwner ? <Trash2 size={18} /> : <LogOut size={18} />}
          onClick={() => setOpen('end')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant={isOwner ? 'primary' : 'outlined'} onClick={() => setOpen('members')}>
          <UserPlus size={18} />
          {isOwner ? t('Invite People') : t('See People')}
        </Button>
        {items.filter(({ property }) => property).length > 1 && (
          <ButtonLink variant="outlined" to={`/lists/${id}/route`}>
            <Route size={18} />
            {t('Suggest a Route')}
          </ButtonLink>
        )}
      </div>
      {open === 'members' && <MembersDialog list={list} userId={userId} onClose={close} />}
      {open === 'name' && <NameDialog list={list} onClose={close} />}
      {open === 'end' && (
        <ConfirmDialog
          title={isOwner ? t('Delete “{name}”?', { name }) : t('Leave “{name}”?', { name })}
          text={
            isOwner
              ? t('This deletes the list for everyone in it, with all votes and comments. This cannot be undone.')
              : t('Your votes are deleted and your comments stay. You need a new invitation to come back.')
          }
          confirmLabel={isOwner ? t('Delete List') : t('Leave List')}
          failureOf={(error) => failureSentence(error, t('This did not work. Please try again.'))}
          onConfirm={async () => {
            await end(() =>
              isOwner
                ? callApi('lists.remove', { params: { id } })
                : callApi('lists.removeMember', { params: { id, userId } }),
            );
            showToast(isOwner ? t('“{name}” deleted', { name }) : t('You left “{name}”', { name }));
            void navigate('/lists', { replace: true });
          }}
          onClose={close}
        />
      )}
    </header>
  );
}
