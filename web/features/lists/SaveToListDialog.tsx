import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ListSummary, SharedList } from '#shared/contracts/lists.ts';
import { MAX_LIST_NAME, MAX_SHARED_LISTS } from '#shared/limits.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog, DialogBody } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { listsQuery, useListChange } from './queries.ts';

interface SaveToListDialogProps {
  propertyId: number;
  title: string;
  onClose(): void;
}

/** The person's lists, and a new one. */
export function SaveToListDialog({ propertyId, title, onClose }: SaveToListDialogProps) {
  const query = useQuery(listsQuery);
  const { mutateAsync: change, isPending } = useListChange();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const isFull = (query.data?.length ?? 0) >= MAX_SHARED_LISTS;

  const save = async (send: () => Promise<SharedList>) => {
    setError(null);
    try {
      const list = await change(send);
      showToast(t('Saved to “{name}”', { name: list.name }));
      onClose();
    } catch (failure) {
      setError(failureSentence(failure, t('The listing could not be saved to the list.')));
    }
  };
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
                  <ListChoice
                    key={list.id}
                    list={list}
                    isIn={list.property_ids.includes(propertyId)}
                    isDisabled={isPending}
                    onChoose={() =>
                      void save(() =>
                        callApi('lists.addItem', {
                          params: { id: list.id },
                          body: { property_id: propertyId },
                        }),
                      )
                    }
                  />
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
        <Notice kind="error">{error}</Notice>
      </DialogBody>
    </Dialog>
  );
}

interface ListChoiceProps {
  list: ListSummary;
  isIn: boolean;
  isDisabled: boolean;
  onChoose(): void;
}

function ListChoice({ list, isIn, isDisabled, onChoose }: ListChoiceProps) {
  const { id, name, members, items } = list;
  return (
    <li className="flex items-center justify-between gap-3 p-3 border border-line rounded-md">
      <div className="min-w-0">
        <Link to={`/lists/${id}`} className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </Link>
        <p className="text-muted text-sm">{countsOf(items, members)}</p>
      </div>
      {isIn ? (
        <p className="flex flex-none items-center gap-1.5 text-success text-sm font-semibold">
          <Check size={18} />
          {t('In this list')}
        </p>
      ) : (
        <Button
          variant="outlined"
          size="small"
          className="flex-none"
          disabled={isDisabled}
          aria-label={t('Save to “{name}”', { name })}
          onClick={onChoose}
        >
          {t('Save')}
        </Button>
      )}
    </li>
  );
}

export const countsOf = (items: number, members: number) =>
  t(
    '{items, plural, one {# listing} other {# listings}} · {members, plural, one {# person} other {# people}}',
    { items, members },
  );
