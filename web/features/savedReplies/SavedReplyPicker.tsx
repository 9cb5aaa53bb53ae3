import { useQuery } from '@tanstack/react-query';
import { Search, Settings2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SavedReply } from '#shared/contracts/savedReplies.ts';
import { Button } from '#web/ui/Button.tsx';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { findReplies } from './fillReply.ts';
import { savedRepliesQuery } from './queries.ts';
import { keepUse, readUses, sortByUse } from './replyUses.ts';
import styles from './SavedReplies.module.css';

interface SavedReplyPickerProps {
  userId: number;
  /** @returns whether it was inserted. */
  onChoose(reply: SavedReply): boolean;
  onManage(): void;
  onClose(): void;
}

/** A list to search, what was used last first: arrows move, Enter inserts, Escape leaves. */
export function SavedReplyPicker({ userId, onChoose, onManage, onClose }: SavedReplyPickerProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { data, isPending, isError, refetch } = useQuery(savedRepliesQuery);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const [uses] = useState(() => readUses(userId));
  const found = findReplies(sortByUse(data ?? [], uses), search);
  const active = found[Math.min(at, found.length - 1)];
  const choose = (reply: SavedReply) => {
    if (onChoose(reply)) keepUse(userId, reply.id, data ?? [], new Date());
  };
  const optionId = (reply: SavedReply) => `${id}-${reply.id}`;

  useEffect(() => panel.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Escape') onClose();
    else if (step && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      if (active && !event.nativeEvent.isComposing) choose(active);
    } else return;
    // Neither the dialog nor the form that this stands in is meant.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and the list, caught on their way up
    <div
      ref={panel}
      className="absolute z-40 bottom-[calc(100%_+_var(--s-space-2))] left-0 grid grid-cols-1 gap-2 w-[min(24rem,calc(100vw_-_3rem))] p-2 border border-line rounded-md bg-surface shadow-lg"
      onKeyDown={onKeyDown}
    >
      <NativeInput
        label="Search saved replies"
        isLabelHidden
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={active && optionId(active)}
        placeholder="Search saved replies"
        autoComplete="off"
        icon={<Search size={18} />}
        value={search}
        onChange={(value) => {
          setSearch(value);
          setAt(0);
        }}
      />
      {isPending && <Skeleton height="6rem" />}
      {isError && !data && (
        <p className={styles.none}>
          The saved replies could not be loaded.{' '}
          <Button variant="plain" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {data && found.length === 0 && (
        <p className={styles.none} role="status">
          {data.length === 0
            ? 'Nothing is saved yet. What you write often can be kept here.'
            : 'No saved reply matches your search.'}
        </p>
      )}
      {found.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Saved replies"
          className="grid grid-cols-1 max-h-[min(15rem,35dvh)] overflow-y-auto overscroll-contain"
        >
          {found.map((reply, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={reply.id}
              id={optionId(reply)}
              role="option"
              tabIndex={-1}
              aria-selected={reply === active}
              className={`grid gap-0.5 py-2 px-3 rounded-sm text-sm cursor-pointer aria-selected:bg-primary-soft ${styles.option}`}
              onPointerMove={() => setAt(index)}
              onClick={() => choose(reply)}
            >
              <strong>{reply.title}</strong>
              <span>{reply.text}</span>
            </div>
          ))}
        </div>
      )}
      <Button variant="plain" className={styles.manage} onClick={onManage}>
        <Settings2 size={18} aria-hidden="true" />
        Manage Saved Replies
      </Button>
    </div>
  );
}
