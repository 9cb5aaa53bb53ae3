import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { SavedRepliesButton } from '#web/features/savedReplies/SavedRepliesButton.tsx';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextArea } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useReplyToContact } from './queries.ts';
import styles from './ReplyDialog.module.css';
import { ReplyMethodField } from './ReplyMethodField.tsx';
import { BLANK_REPLY, firstDraft, REPLY_QUEUED, type ReplyDraft, replyDone } from './replyDraft.ts';

interface ReplyDialogProps {
  agentId: number;
  contact: Inquiry;
  /** What was typed before, by inquiry; kept up to date here and emptied by a success. */
  drafts: Map<number, ReplyDraft>;
  onClose(): void;
}

const MAX_REPLY_LENGTH = 8_000;

export function ReplyDialog({ agentId, contact, drafts, onClose }: ReplyDialogProps) {
  const { mutateAsync } = useReplyToContact(agentId);
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useForm<ReplyDraft>({
    values: drafts.get(contact.id) ?? firstDraft(contact),
    check: ({ message }) => (message.trim() === '' ? { message: BLANK_REPLY } : {}),
    send: async ({ message, method }) => {
      const result = await mutateAsync({ contact, message: message.trim(), replyMethod: method });
      drafts.delete(contact.id);
      const { text, kind } = result.isQueued ? REPLY_QUEUED : replyDone(result.data);
      showToast(text, kind);
      // It may have been closed while the reply was on its way.
      if (area.current) onClose();
    },
    failure: 'Failed to send reply',
  });
  const { method, message } = form.watch();
  const isBlank = message.trim() === '';

  useEffect(() => area.current?.focus(), []);

  const change = (next: Partial<ReplyDraft>) => {
    const changed = { ...form.getValues(), ...next };
    drafts.set(contact.id, changed);
    form.setValue('message', changed.message);
    form.setValue('method', changed.method);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.submit();
  };

  return (
    <Dialog title={`Reply to ${contact.name}`} size="wide" isBackdropInert onClose={onClose}>
      <Form form={form}>
        <figure className={styles.question}>
          <figcaption>{contact.name} wrote</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long question scrolls, by the keyboard too */}
          <blockquote tabIndex={0}>{contact.message}</blockquote>
        </figure>
        <ReplyMethodField
          contact={contact}
          value={method}
          isDisabled={form.isLocked}
          onChange={(chosen) => change({ method: chosen })}
        />
        <TextArea
          ref={(drawn) => {
            area.current = drawn?.resizableTextArea?.textArea ?? null;
          }}
          label={method === 'email' ? 'Your Reply' : 'What you told them'}
          rows={6}
          maxLength={MAX_REPLY_LENGTH}
          value={message}
          problem={form.formState.errors.message?.message}
          aria-keyshortcuts="Control+Enter"
          onKeyDown={onKeyDown}
          onChange={(text) => change({ message: text })}
        />
        <FormBanner message={form.error} />
        <div className={styles.actions}>
          <div className={styles.saved}>
            <SavedRepliesButton
              input={area}
              name={contact.name}
              property={contact.property?.title ?? null}
              maxLength={MAX_REPLY_LENGTH}
              isDisabled={form.isLocked}
              onText={(text) => change({ message: text })}
            />
          </div>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBlank || form.isSending}>
            {form.isSending ? 'Sending...' : method === 'email' ? 'Send Reply' : 'Record Reply'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
