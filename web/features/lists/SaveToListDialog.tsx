import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SharedList } from '#shared/contracts/lists.ts';
import { MAX_LIST_NAME, MAX_SHARED_LISTS } from '#shared/limits.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { shareLink } from '#web/lib/shareLink.ts';
import { Button } from '#web/ui/controls/Button.tsx';
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
  const [typed, setName] = useState<string | null>(null);
  // The first list has a name to begin with.
  const name = typed ?? (query.data?.length === 0 ? t('Our homes') : '');
  const isFull = (query.data?.length ?? 0) >= MAX_SHARED_LISTS;

  const save = (send: () => Promise<SharedList>) =>
    change(send).then(
      (list) => {
        const isAlone = list.role === 'owner' && list.members.length === 1;
        const invite = { label: t('Share invite link'), onClick: () => void shareInvitation(list) };
        showToast(t('Saved to “{name}”', { name: list.name }), 'success', isAlone ? invite : undefined);
        onClose();
      },
      () => undefined,
    );
  /** Makes a link that others join by, and hands it to the device's share sheet or the clipboard. */
  const shareInvitation = async ({ id, name: listName }: SharedList) => {
    let url = '';
    const makeLink = async () => {
      const answer = await callApi('lists.makeLink', { params: { id } });
      url = answer.url;
      return answer.list;
    };
    try {
      await change(makeLink);
    } catch (failure) {
      return showToast(failureSentence(failure, t('The link could not be created.')), 'error');
    }
    const text = t('Look for a home with me: “{name}”', { name: listName });
    const outcome = await shareLink({ title: listName, text, url });
    if (outcome === 'copied') showToast(t('Invite link copied'));
    if (outcome.endsWith('failed'))
      showToast(t('The link could not be copied. Invite people from the list itself.'), 'error');
  };
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
                  // The whole row is the button: a press on the name saves, too.
                  <li
                    key={list.id}
                    className="relative flex items-center justify-between gap-3 p-3 border border-line rounded-md has-[button]:hover:border-primary"
                  >
                    <div className="min-w-0">
                      <p className="font-semibold wrap-anywhere">
                        <bdi>{list.name}</bdi>
                      </p>
                      <p className="text-muted text-sm">{countsOf(list.items, list.members)}</p>
                    </div>
                    {list.property_ids.includes(propertyId) ? (
                      <p className="flex flex-none items-center gap-1.5 text-success text-sm font-semibold">
                        <Check size={18} />
                        {t('In this list')}
                      </p>
                    ) : (
                      <Button
                        variant="outlined"
                        size="small"
                        className="flex-none stretched"
                        disabled={isPending}
                        aria-label={t('Save to “{name}”', { name: list.name })}
                        onClick={() => void save(() => callApi('lists.addItem', addTo(list.id)))}
                      >
                        {t('Save')}
                      </Button>
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

export const countsOf = (items: number, members: number) =>
  t('{items, plural, one {# listing} other {# listings}} · {members, plural, one {# person} other {# people}}', {
    items,
    members,
  });
