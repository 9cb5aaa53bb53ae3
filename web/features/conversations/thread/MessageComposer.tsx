import { CircleAlert, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, Suspense, useId, useLayoutEffect } from 'react';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { LazySavedRepliesButton } from '#web/features/savedReplies/index.ts';
import styles from './MessageComposer.module.css';
import type { Draft } from './pendingMessages.ts';

/** Agents alone have use for them, and load them. */

interface MessageComposerProps {
  input: RefObject<HTMLTextAreaElement | null>;
  recipient: string;
  /** The title of the listing that is talked about. */
  property: string | null;
  draft: Draft;
  onText(text: string): void;
  onSend(): void;
}

/** From here on the characters that are left are counted. */
const COUNT_FROM = MAX_MESSAGE_LENGTH - 300;

/** Enter sends, Shift+Enter begins a new line. While sending it takes nothing, but keeps the focus and the keyboard. */
export function MessageComposer({ input, recipient, property, draft, onText, onSend }: MessageComposerProps) {
  const id = useId();
  const { user } = useSession();
  const isSending = draft.status === 'sending';
  // What is on its way is shown among the messages already.
  const text = isSending ? '' : draft.text;
  const isBlank = text.trim() === '';
  const left = MAX_MESSAGE_LENGTH - text.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const box = input.current;
    if (!box) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight}px`;
  }, [input, text]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that chooses a word of an input method does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  };

  return (
    <form
      className="flex-none pt-3 px-4 pb-[max(var(--s-space-3),env(safe-area-inset-bottom))] border-t border-t-line bg-surface"
      onSubmit={submit}
    >
      {draft.status === 'failed' && (
        <p className={`flex gap-2 mb-2 text-danger text-sm font-[550] ${styles.error}`} role="alert">
          <CircleAlert size={16} />
          <span>Not sent. {draft.error}</span>
        </p>
      )}
      <div className="flex items-end gap-2">
        {user?.role === 'agent' && (
          <Suspense fallback={<span className="flex-none w-11" />}>
            <LazySavedRepliesButton
              input={input}
              name={recipient}
              property={property}
              maxLength={MAX_MESSAGE_LENGTH}
              isDisabled={isSending}
              isCompact
              onText={onText}
            />
          </Suspense>
        )}
        <label className="visuallyHidden" htmlFor={id}>
          Message to {recipient}
        </label>
        <textarea
          ref={input}
          id={id}
          className={styles.input}
          rows={1}
          placeholder="Type a message…"
          value={text}
          maxLength={MAX_MESSAGE_LENGTH}
          readOnly={isSending}
          aria-disabled={isSending}
          enterKeyHint="send"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className={styles.send}
          aria-label="Send message"
          title="Send message"
          disabled={isBlank || isSending}
          // The text box keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size={20} />
        </button>
      </div>
      {text.length > COUNT_FROM && (
        <p className="mt-1 text-muted text-xs text-right" role="status">
          {left === 1 ? '1 character left' : `${left} characters left`}
        </p>
      )}
    </form>
  );
}
