import { CircleHelp, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ListItem, ListVote, SharedList } from '#shared/contracts/lists.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { MAX_COMMENT_LENGTH } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import { PropertyRow, statusTone } from '#web/features/properties/index.ts';
import { TextArea } from '#web/forms/fields.tsx';
import { draftKey, useDraftText } from '#web/forms/useKeptDraft.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useListChange } from './queries.ts';

const votes: { vote: ListVote; label: Message; Icon: typeof ThumbsUp }[] = [
  { vote: 'yes', label: msg('Yes'), Icon: ThumbsUp },
  { vote: 'maybe', label: msg('Maybe'), Icon: CircleHelp },
  { vote: 'no', label: msg('No'), Icon: ThumbsDown },
];

interface ListItemCardProps {
  listId: number;
  item: ListItem;
  userId: number;
}

export function ListItemCard({ listId, item, userId }: ListItemCardProps) {
  const { id, property, added_by } = item;
  const { mutateAsync: change, isPending } = useListChange();
  const [isRemoving, setIsRemoving] = useState(false);
  const params = { id: listId, itemId: id };
  const title = property?.title ?? t('a home that is no longer available');
  const vote = (wanted: ListVote | null) =>
    change(() => callApi('lists.vote', { params, body: { vote: wanted } })).catch((error) =>
      showToast(failureSentence(error, t('Your vote could not be saved.')), 'error'),
    );
  return (
    <li className="grid grid-cols-1 gap-4 p-4 panel">
      <div className="flex items-start gap-1">
        <div className="flex-1 min-w-0">
          {property ? (
            <PropertyRow property={property} />
          ) : (
            <p className="p-2 text-muted font-semibold">{t('No longer available')}</p>
          )}
        </div>
        <IconButton
          label={t('Remove {title} from the list', { title })}
          icon={<Trash2 size={18} />}
          onClick={() => setIsRemoving(true)}
        />
      </div>
      <p className="flex flex-wrap items-center gap-2 text-muted text-sm wrap-anywhere">
        {property && property.status !== 'available' && (
          <Badge tone={statusTone[property.status]}>{t(propertyStatusLabel[property.status])}</Badge>
        )}
        {added_by ? t('Added by {name}', { name: added_by.name }) : t('Added by someone who left Silong')}
      </p>
      <fieldset className="grid grid-cols-3 gap-2">
        <legend className="visuallyHidden">{t('Your vote on {title}', { title })}</legend>
        {votes.map(({ vote: own, label, Icon }) => {
          const names = item.votes.filter((one) => one.vote === own).map(({ person }) => person.name);
          const isMine = item.my_vote === own;
          return (
            <div key={own} className="grid content-start gap-1 min-w-0">
              <Button
                variant={isMine ? 'primary' : 'outlined'}
                className="w-full px-1 max-sm:gap-1.5 max-sm:text-sm"
                aria-pressed={isMine}
                // A disabled button would lose the focus.
                onClick={() => isPending || void vote(isMine ? null : own)}
              >
                <Icon className="flex-none" size={17} />
                {t(label)}
                <span className="tabular-nums">{names.length}</span>
              </Button>
              <p className="text-muted text-xs wrap-anywhere">{names.join(', ')}</p>
            </div>
          );
        })}
      </fieldset>
      <Comments listId={listId} item={item} userId={userId} title={title} />
      {isRemoving && (
        <ConfirmDialog
          title={t('Remove this home from the list?')}
          text={t('This also deletes its votes and comments for everyone in the list.')}
          confirmLabel={t('Remove')}
          failureOf={(error) => failureSentence(error, t('This did not work. Please try again.'))}
          onConfirm={async () => void (await change(() => callApi('lists.removeItem', { params })))}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </li>
  );
}

function Comments({ listId, item, userId, title }: ListItemCardProps & { title: string }) {
  const { mutateAsync: add, isPending: isSending, error } = useListChange<SharedList | null>();
  const { mutateAsync: remove, isPending: isRemoving } = useListChange();
  const isPending = isSending || isRemoving;
  const now = useNow();
  const draft = useDraftText(draftKey(`list_comment_${item.id}`, userId));
  const form = useRef<HTMLFormElement>(null);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (draft.text.trim() === '' || isPending) return;
    const input = { params: { id: listId, itemId: item.id }, body: { text: draft.text } };
    const onAdded = () => {
      draft.forget();
      // The button it was sent with has nothing to send any more.
      form.current?.querySelector('textarea')?.focus({ preventScroll: true });
    };
    void add(() => callApi('lists.comment', input)).then(onAdded, () => undefined);
  };
  const removeIt = (id: number) =>
    remove(() => callApi('lists.removeComment', { params: { id: listId, commentId: id } })).catch((failure) =>
      showToast(failureSentence(failure, t('The comment could not be deleted.')), 'error'),
    );

  return (
    <div className="grid grid-cols-1 gap-3 pt-3 border-t border-line">
      {item.comments.length > 0 && (
        <ul className="grid grid-cols-1 gap-3" aria-label={t('Comments on {title}', { title })}>
          {item.comments.map(({ id, author, text, created_at, is_own }) => (
            <li key={id} className="flex items-start justify-between gap-2">
              <div className="min-w-0">
                <p className="text-sm">
                  <strong>{is_own ? t('You') : author.name}</strong>{' '}
                  <span className="text-muted">{relativeTime(created_at, now)}</span>
                </p>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {text}
                </p>
              </div>
              {is_own && (
                <IconButton
                  className="-my-2"
                  label={t('Delete your comment')}
                  icon={<Trash2 size={16} />}
                  disabled={isPending}
                  onClick={() => void removeIt(id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <form ref={form} className="grid grid-cols-1 gap-2" onSubmit={send}>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <TextArea
            label={t('Comment')}
            // One line that grows with its text.
            className="[&_textarea]:min-h-11"
            rows={1}
            maxLength={MAX_COMMENT_LENGTH}
            value={draft.text}
            onChange={draft.type}
          />
          <Button type="submit" variant="outlined" disabled={draft.text.trim() === '' || isPending}>
            {isPending ? t('Sending...') : t('Add Comment')}
          </Button>
        </div>
        <Notice kind="error">
          {error &&
            failureSentence(
              error,
              t('Your comment could not be sent. It is still here. Please try again.'),
              t('You are offline. Your comment is still here. Please try again.'),
            )}
        </Notice>
      </form>
    </div>
  );
}
