import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { SavedRepliesButton } from '#web/features/savedReplies/index.ts';
import { TextAreaField } from '#web/forms/TextAreaField.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useReplyToInquiry } from './queries.ts';
import styles from './ReplyDialog.module.css';
import { ReplyMethodField } from './ReplyMethodField.tsx';
import { BLANK_REPLY, firstDraft, REPLY_QUEUED, type ReplyDraft, replyDone } from './replyDraft.ts';

interface ReplyDialogProps {
  agentId: number;
  inquiry: Inquiry;
  /** What was typed before, by inquiry; kept up to date here and emptied by a success. */
  drafts: Map<number, ReplyDraft>;
  onClose(): void;
}

const MAX_REPLY_LENGTH = 8_000;

export function ReplyDialog({ agentId, inquiry, drafts, onClose }: ReplyDialogProps) {
  const [draft, setDraft] = useState(() => drafts.get(inquiry.id) ?? firstDraft(inquiry));
  const [isBlankSaid, setIsBlankSaid] = useState(false);
  const { mutateAsync, isPending, error } = useReplyToInquiry(agentId);
  const area = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  const isBlank = draft.message.trim() === '';

  useEffect(() => area.current?.focus(), []);

  const change = (next: Partial<ReplyDraft>) => {
    const changed = { ...draft, ...next };
    drafts.set(inquiry.id, changed);
    setDraft(changed);
    setIsBlankSaid(false);
  };
  const send = async () => {
    if (isPending) return;
    setIsBlankSaid(isBlank);
    if (isBlank) return;
    try {
      const result = await mutateAsync({
        inquiry,
        message: draft.message.trim(),
        replyMethod: draft.method,
      });
      drafts.delete(inquiry.id);
      const { text, kind } = result.isQueued ? REPLY_QUEUED : replyDone(result.data);
      showToast(text, kind);
      // It may have been closed while the reply was on its way.
      if (area.current) onClose();
    } catch (failure) {
      console.warn('A reply was not stored', failure);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const problem = isBlankSaid ? BLANK_REPLY : error && failureSentence(error, 'Failed to send reply');

  return (
    <Dialog title={`Reply to ${inquiry.name}`} size="wide" isBackdropInert onClose={onClose}>
      <form className={styles.form} onSubmit={onSubmit}>
        <figure className={styles.question}>
          <figcaption>{inquiry.name} wrote</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long question scrolls, by the keyboard too */}
          <blockquote tabIndex={0}>{inquiry.message}</blockquote>
        </figure>
        <ReplyMethodField
          inquiry={inquiry}
          value={draft.method}
          isDisabled={isPending}
          onChange={(method) => change({ method })}
        />
        <div>
          <TextAreaField
            ref={area}
            label={draft.method === 'email' ? 'Your Reply' : 'What you told them'}
            rows={6}
            maxLength={MAX_REPLY_LENGTH}
            value={draft.message}
            readOnly={isPending}
            aria-invalid={isBlankSaid}
            aria-describedby={problemId}
            aria-keyshortcuts="Control+Enter"
            onKeyDown={onKeyDown}
            onChange={(message) => change({ message })}
          />
          <div id={problemId} className={styles.problem}>
            <Notice kind="error">{problem}</Notice>
          </div>
        </div>
        <div className={styles.actions}>
          <div className={styles.saved}>
            <SavedRepliesButton
              input={area}
              name={inquiry.name}
              property={inquiry.property?.title ?? null}
              maxLength={MAX_REPLY_LENGTH}
              isDisabled={isPending}
              onText={(message) => change({ message })}
            />
          </div>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBlank || isPending}>
            {isPending ? 'Sending...' : draft.method === 'email' ? 'Send Reply' : 'Record Reply'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
