import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SavedReply } from '#shared/contracts/savedReplies.ts';
import { MAX_REPLY_TEXT, MAX_REPLY_TITLE, MAX_SAVED_REPLIES } from '#shared/limits.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { useDraftKey } from '#web/forms/useKeptDraft.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { placeholderHelp } from './fillReply.ts';

export const QUIET = 'py-2 px-3 text-muted text-sm';

export function SavedRepliesDialog({ onClose }: { onClose(): void }) {
  const query = useQuery(savedRepliesQuery);
  const isFull = (query.data?.length ?? 0) >= MAX_SAVED_REPLIES;
  const { mutateAsync: remove } = useDeleteReply();
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  const [doomed, setDoomed] = useState<SavedReply | null>(null);

  return (
    <FormDialog title={t('Saved Replies')} size="wide" isBackdropInert onClose={onClose}>
      {edited ? (
        <SavedReplyForm
          reply={edited === 'new' ? null : edited}
          onDone={(text) => {
            if (text) showToast(text);
            setEdited(null);
          }}
        />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <PartState
            query={query}
            headingLevel={3}
            loadingText={t('Loading…')}
            skeleton={<Skeleton height="10rem" />}
            failure={(error) => failureSentence(error, t('The saved replies could not be loaded.'))}
            empty={{
              icon: <MessageSquareText size={28} />,
              title: t('No saved replies yet'),
              text: t('Save what you write often: directions, requirements, what to expect at a viewing.'),
            }}
          >
            {(replies) => (
              <ul className="border border-line rounded-md" aria-label={t('Saved replies')}>
                {replies.map((reply) => (
                  <li
                    key={reply.id}
                    className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-1 py-3 pr-2 pl-4 not-first:border-t not-first:border-line"
                  >
                    <div>
                      <h3 dir="auto" className="text-base wrap-anywhere">
                        {reply.title}
                      </h3>
                      <p dir="auto" className="line-clamp-2 text-muted text-sm wrap-anywhere">
                        {reply.text}
                      </p>
                    </div>
                    <IconButton
                      label={t('Edit {title}', { title: reply.title })}
                      icon={<Pencil size={18} />}
                      onClick={() => setEdited(reply)}
                    />
                    <IconButton
                      label={t('Delete {title}', { title: reply.title })}
                      icon={<Trash2 size={18} />}
                      onClick={() => setDoomed(reply)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </PartState>
          <div className="flex flex-wrap items-center justify-end gap-3">
            {isFull && <p className={QUIET}>{t('You have reached the limit. Delete one to add another.')}</p>}
            <Button disabled={!query.data || isFull} onClick={() => setEdited('new')}>
              <Plus size={18} />
              {t('Add Saved Reply')}
            </Button>
          </div>
        </div>
      )}
      {doomed && (
        <ConfirmDialog
          title={t('Delete {title}?', { title: doomed.title })}
          text={t('This deletes the saved reply for good. Messages you sent with it stay.')}
          confirmLabel={t('Delete')}
          onConfirm={async () => {
            await remove(doomed.id);
            showToast(t('Saved reply deleted'));
          }}
          failureOf={(failure) => failureSentence(failure, t('The saved reply could not be deleted.'))}
          onClose={() => setDoomed(null)}
        />
      )}
    </FormDialog>
  );
}

interface SavedReplyFormProps {
  /** Null for a new one. */
  reply: SavedReply | null;
  /** Called with a message on the result; null when the form was left. */
  onDone(text: string | null): void;
}

function SavedReplyForm({ reply, onDone }: SavedReplyFormProps) {
  const { mutateAsync } = useSaveReply();
  const form = useForm({
    values: { title: reply?.title ?? '', text: reply?.text ?? '' },
    send: async ({ title, text }) => {
      await mutateAsync({ id: reply?.id ?? null, title: title.trim(), text: text.trim() });
      onDone(t('Saved reply added'));
    },
    failure: t('The reply could not be saved.'),
    draft: useDraftKey(`saved_reply_${reply?.id ?? 'new'}`),
  });
  const cancel = () => {
    form.forgetDraft();
    onDone(null);
  };
  const isBlank = form.watch(['title', 'text']).some((typed) => typed.trim() === '');

  return (
    <Form form={form}>
      <TextField
        name="title"
        label={t('Title')}
        placeholder={t('Viewing requirements')}
        maxLength={MAX_REPLY_TITLE}
        required
      />
      <TextAreaField
        name="text"
        label={t('Text')}
        rows={7}
        maxLength={MAX_REPLY_TEXT}
        required
        placeholder={t("Hello '{name}', thank you for asking about '{property}'.")}
        hint={t(placeholderHelp)}
      />
      <FormBanner message={form.error} />
      <FormActions
        isDisabled={isBlank}
        submitLabel={t('Save Reply')}
        sendingLabel={t('Saving...')}
        onCancel={cancel}
      />
    </Form>
  );
}

export const savedRepliesQuery = queryOptions({
  ...queryOf('savedReplies.list'),
  meta: { isPersonal: true },
});

function useChange<Change>(mutationFn: (change: Change) => Promise<unknown>) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: savedRepliesQuery.queryKey });
  return useMutation({ mutationFn, onSettled });
}

const useSaveReply = () =>
  useChange(({ id, ...body }: { id: number | null; title: string; text: string }) =>
    id === null
      ? callApi('savedReplies.create', { body })
      : callApi('savedReplies.update', { params: { id }, body }),
  );

const useDeleteReply = () => useChange((id: number) => callApi('savedReplies.remove', { params: { id } }));
