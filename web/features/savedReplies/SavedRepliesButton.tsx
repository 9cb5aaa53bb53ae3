import { MessageSquareText } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSession } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { fillReply, insertWords } from './fillReply.ts';
import { SavedRepliesDialog } from './SavedRepliesDialog.tsx';
import { SavedReplyPicker } from './SavedReplyPicker.tsx';

export interface SavedRepliesButtonProps {
  /** Where the words go, at its cursor. */
  input: RefObject<HTMLTextAreaElement | null>;
  /** Whom it is written to. */
  name: string;
  /** The listing's title. */
  property: string | null;
  maxLength: number;
  isDisabled?: boolean;
  /** An icon alone, where there is little room. */
  isCompact?: boolean;
  onText(text: string): void;
}

/** The agent's saved replies, put into what is being written. */
export function SavedRepliesButton(props: SavedRepliesButtonProps) {
  const { input, name, property, maxLength, isDisabled = false, isCompact = false, onText } = props;
  const { user } = useSession();
  const [shown, setShown] = useState<'picker' | 'dialog' | null>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Where the cursor is to stand once the text has been drawn. */
  const cursor = useRef<number | null>(null);

  useEffect(() => {
    if (shown !== 'picker') return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setShown(null);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [shown]);

  // After every drawing: the text comes back from whoever keeps it.
  useEffect(() => {
    if (cursor.current === null || !input.current) return;
    input.current.focus();
    input.current.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  const insert = (words: string): boolean => {
    const area = input.current;
    if (!area) return false;
    const filled = fillReply(words, { name, property, agent: user?.name ?? '' });
    const { text, cursor: end } = insertWords(area.value, area.selectionEnd, filled);
    if (text.length > maxLength) {
      showToast(`There is no room for this reply: a message has at most ${maxLength} characters.`, 'error');
      return false;
    }
    cursor.current = end;
    setShown(null);
    onText(text);
    return true;
  };
  const trigger = {
    'aria-haspopup': 'dialog',
    'aria-expanded': shown === 'picker',
    disabled: isDisabled,
    onClick: () => setShown(shown === 'picker' ? null : 'picker'),
  } as const;

  return (
    <div ref={box} className="relative flex-none">
      {isCompact ? (
        <IconButton
          {...trigger}
          label="Saved replies"
          icon={<MessageSquareText size={20} aria-hidden="true" />}
        />
      ) : (
        <Button {...trigger} variant="outlined">
          <MessageSquareText size={18} aria-hidden="true" />
          Saved Replies
        </Button>
      )}
      {shown === 'picker' && user && (
        <SavedReplyPicker
          userId={user.id}
          onChoose={({ text }) => insert(text)}
          onManage={() => setShown('dialog')}
          onClose={() => {
            setShown(null);
            input.current?.focus();
          }}
        />
      )}
      {/* A form within a form would be none: the dialog stands outside of the one this button is in. */}
      {shown === 'dialog' &&
        createPortal(<SavedRepliesDialog onClose={() => setShown('picker')} />, document.body)}
    </div>
  );
}
