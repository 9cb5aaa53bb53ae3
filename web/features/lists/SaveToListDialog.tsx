import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ListSummary, SharedList } from '#shared/contracts/lists.ts';
import { MAX_LIST_NAME, MAX_SHARED_LISTS } from '#shared/limits.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Dialog, DialogBody } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { listsQuery, useListChange } from './queries.ts';

export function SaveToListDialog(props: { propertyId: number; title: string; onClose(): void }) {
  const { propertyId, title, onClose } = props;
  const query = useQuery(listsQuery);
  const { mutateAsync: change, isPending, error } = useListChange();
  const [name, setName] = useState('');
  const isFull = (query.data?.length ?? 0) >= MAX_SHARED_LISTS;

  const save = (send: () => Promise<SharedList>) =>
    change(send).then(
      (list) => {
        showToast(t('Saved to “{name}”', { name: list.name }));
        onClose();
      },
      () => undefined,
    );
  const addTo = (id: number) => ({ params: { id }, body: { property_id: propertyId } });
  const create = () => {
    if (name.trim() !== '' && !isPending)
      void save(() => callApi('lists.create', { body: { name, property_id: propertyId } }));
  };

  return (
    <Dialog title={t('Save to list')} onClose={onClose}>
      <DialogBody>
        <p className="text-muted">{t('Decide together: everyone in the list sees {title}.', { title })}</p>
        <PartState
          query={query}
          loadingText={t('Loading your lists…')}
          skeleton={<Skeleton height="6rem" />}
          failure={(failure) => failureSentence(failure, t('Your lists could not be loaded.'))}
        >
          {(lists) =>
            lists.length > 0 && (
              <ul className="grid grid-cols-1 gap-2" aria-label={t('Your lists')}>
                {lists.map((list) => (
                  <li key={list.id}>
                    {list.property_ids.includes(propertyId) ? (
                      <p className={row}>
                        <ListName list={list} />
                        <span className="flex flex-none items-center gap-1.5 text-success text-sm font-semibold">
                          <Check size={18} />
                          {t('In this list')}
                        </span>
                      </p>
                    ) : (
                      <button
                        type="button"
                        className={`${row} text-left hover:border-line-strong hover:bg-tint`}
                        disabled={isPending}
                        aria-label={t('Save to “{name}”', { name: list.name })}
                        onClick={() => void save(() => callApi('lists.addItem', addTo(list.id)))}
                      >
                        <ListName list={list} />
                        <span className="flex-none text-primary font-semibold">{t('Save')}</span>
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </PartState>
        {isFull ? (
          <p className="text-muted text-sm">
            {t('You are in {max} lists, the maximum.', { max: MAX_SHARED_LISTS })}
          </p>
        ) : (
          <AddEntry
            label={t('New list')}
            hint={t('For example: Our first home')}
            value={name}
            maxLength={MAX_LIST_NAME}
            disabled={isPending}
            addLabel={t('Create list and save')}
            addWord={t('Create')}
            icon={<Plus size={18} />}
            onChange={setName}
            onAdd={create}
          />
        )}
        <Notice kind="error">
          {error && failureSentence(error, t('The listing could not be saved to the list.'))}
        </Notice>
      </DialogBody>
    </Dialog>
  );
}

const row = 'flex items-center justify-between gap-3 w-full min-h-14 p-3 border border-line rounded-md';

function ListName({ list: { name, items, members } }: { list: Pick<ListSummary, 'name' | 'items' | 'members'> }) {
  return (
    <span className="min-w-0 *:block">
      <bdi className="font-semibold wrap-anywhere">{name}</bdi>
      <span className="text-muted text-sm">{countsOf(items, members)}</span>
    </span>
  );
}

export const countsOf = (items: number, members: number) =>
  t('{items, plural, one {# listing} other {# listings}} · {members, plural, one {# person} other {# people}}', {
    items,
    members,
  });
