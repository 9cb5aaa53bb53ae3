import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { MAX_LIST_NAME } from '#shared/limits.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useNavigate } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { listsQuery, useListChange, useListUpdates } from './queries.ts';
import { countsOf } from './SaveToListDialog.tsx';

export function ListsScreen() {
  const { user } = useSession();
  useTitle(t('Shared Lists'));
  return (
    <Page>
      {user ? (
        <Lists key={user.id} />
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in to see your shared lists.')} />
      )}
    </Page>
  );
}

function Lists() {
  const query = useQuery(listsQuery);
  const now = useNow();
  const [isCreating, setIsCreating] = useState(false);
  useListUpdates();
  const create = <Button onClick={() => setIsCreating(true)}>{t('New List')}</Button>;
  return (
    <>
      <PageHeader
        title={t('Shared Lists')}
        text={t('Collect homes with family or friends, vote and talk about them.')}
        {...(query.data?.length ? { action: create } : {})}
      />
      <PartState
        query={query}
        loadingText={t('Loading your lists…')}
        skeleton={<Skeleton height="8rem" />}
        failure={(error) => failureSentence(error, t('Your lists could not be loaded.'))}
        empty={{
          icon: <Users size={28} />,
          title: t('No lists yet'),
          text: t('Create a list, save homes to it and invite the people you decide with.'),
          action: create,
        }}
      >
        {(lists) => (
          <ul className="grid grid-fill-[18rem] gap-4" aria-label={t('Your lists')}>
            {lists.map(({ id, name, items, members, role, updated_at }) => (
              <li
                key={id}
                className="relative grid content-start gap-2 p-5 panel hover:border-line-strong hover:shadow-sm"
              >
                <h2 className="text-lg wrap-anywhere">
                  <Link to={`/lists/${id}`} className="text-ink no-underline stretched">
                    <bdi>{name}</bdi>
                  </Link>
                </h2>
                <p className="text-muted text-sm">{countsOf(items, members)}</p>
                <p className="flex flex-wrap items-center gap-2 text-muted text-sm wrap-anywhere">
                  {t('Last changed: {when}', { when: relativeTime(updated_at, now) })}
                  {role === 'owner' && <Badge>{t('Yours')}</Badge>}
                </p>
              </li>
            ))}
          </ul>
        )}
      </PartState>
      {isCreating && <NameDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

export function NameDialog({ list, onClose }: { list?: { id: number; name: string }; onClose(): void }) {
  const { mutateAsync: change } = useListChange();
  const navigate = useNavigate();
  const form = useForm({
    values: { name: list?.name ?? '' },
    send: async ({ name }) => {
      if (list) await change(() => callApi('lists.rename', { params: { id: list.id }, body: { name } }));
      else {
        const { id } = await change(() => callApi('lists.create', { body: { name } }));
        void navigate(`/lists/${id}`);
      }
      onClose();
    },
    failure: t('The list could not be saved.'),
  });
  return (
    <FormDialog title={list ? t('Rename list') : t('New list')} onClose={onClose}>
      <Form form={form}>
        <TextField
          name="name"
          label={t('Name')}
          hint={t('For example: Our first home')}
          maxLength={MAX_LIST_NAME}
          required
        />
        <FormBanner message={form.error} />
        <FormActions
          isDisabled={form.watch('name').trim() === ''}
          submitLabel={list ? t('Rename') : t('Create List')}
          sendingLabel={t('Saving...')}
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
