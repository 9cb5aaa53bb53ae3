import { CircleAlert, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, Suspense, useId, useLayoutEffect } from 'react';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { Draft } from './pendingMessages.ts';

/** Loaded for agents only. */
const SavedRepliesButton = lazyWithRetry(
  async () => (await import('#web/features/savedReplies/index.ts')).SavedRepliesButton,
  'none',
);

interface MessageComposerProps {
  input: RefObject<HTMLTextAreaElement | null>;
  recipient: string;
  /** The listing that is talked about. */
  property: { id: number; title: string } | null;
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
  // The messages show a text that is being sent.
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
        <p className="flex gap-2 mb-2 text-danger text-sm font-[550]" role="alert">
          <CircleAlert className="flex-none mt-0.75" size={16} />
          <span>{t('Not sent. {error}', { error: draft.error ?? '' })}</span>
        </p>
      )}
      <div className="flex items-end gap-2">
        {user?.role === 'agent' && (
          <Suspense fallback={<span className="flex-none w-11" />}>
            <SavedRepliesButton
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
          {t('Message to {recipient}', { recipient })}
        </label>
        <textarea
          dir="auto"
          ref={input}
          id={id}
          // Below 16 px iPhones zoom the page when the field takes the focus.
          className="flex-1 min-w-0 min-h-11 max-h-36 py-[0.59375rem] px-4 border border-line-control rounded-[1.375rem] bg-surface text-ink text-[length:max(0.9375rem,16px)] leading-[1.4] resize-none placeholder:text-muted placeholder:opacity-100 focus-visible:border-primary focus-visible:outline-2 focus-visible:-outline-offset-1 aria-disabled:bg-sunken"
          rows={1}
          placeholder={t('Type a message…')}
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
          className="grid flex-none place-items-center w-11 h-11 p-0 pl-0.5 border-0 rounded-full bg-primary text-on-primary cursor-pointer [transition:background-color_150ms_ease,scale_120ms_ease] enabled:hover:bg-primary-hover enabled:active:scale-94 disabled:bg-sunken disabled:[box-shadow:inset_0_0_0_1px_var(--s-border)] disabled:text-muted disabled:cursor-not-allowed"
          aria-label={t('Send message')}
          title={t('Send message')}
          disabled={isBlank || isSending}
          // The text box keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size={20} />
        </button>
      </div>
      {text.length > COUNT_FROM && (
        <p className="mt-1 text-muted text-xs text-right" role="status">
          {t('{left, plural, one {# character left} other {# characters left}}', { left })}
        </p>
      )}
    </form>
  );
}
