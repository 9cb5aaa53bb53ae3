import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquareText, Search, Settings2 } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SavedReply } from '#shared/contracts/savedReplies.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { isComposing } from '#web/lib/isComposing.ts';
import { keepKeys, useKeptKeys } from '#web/lib/keptKeys.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { fillReply, findReplies, insertWords, keepUse, namesPrice, readUses, sortByUse } from './fillReply.ts';
import { QUIET, SavedRepliesDialog, savedRepliesQuery } from './SavedRepliesDialog.tsx';

const PICKER_FIELD = 'search of the saved replies';

interface SavedRepliesButtonProps {
  /** Where the words go, at its cursor. */
  input: RefObject<HTMLTextAreaElement | null>;
  name: string;
  property: { id: number; title: string } | null;
  maxLength: number;
  isDisabled: boolean;
  /** An icon alone, where there is little room. */
  isCompact?: boolean;
  /** A '/' at the beginning of an empty text opens it. */
  isOpenedBySlash?: boolean;
  onText(text: string): void;
}

/** The agent's saved replies, inserted into the draft. */
export function SavedRepliesButton(props: SavedRepliesButtonProps) {
  const { input, name, property, maxLength, isDisabled, isCompact, isOpenedBySlash = false, onText } = props;
  const client = useQueryClient();
  // Opened by a slash, its search is typed in at once: the replies are loaded beforehand.
  useQuery({ ...savedRepliesQuery, enabled: isOpenedBySlash });
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

  // After every render: the text comes back from the parent.
  useEffect(() => {
    if (cursor.current === null || !input.current) return;
    input.current.focus();
    input.current.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  useEffect(() => {
    const area = input.current;
    if (!area || !isOpenedBySlash) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || isComposing(event) || area.value !== '' || area.readOnly) return;
      event.preventDefault();
      keepKeys(PICKER_FIELD);
      setShown('picker');
    };
    area.addEventListener('keydown', onKeyDown);
    return () => area.removeEventListener('keydown', onKeyDown);
  }, [input, isOpenedBySlash]);

  const insert = async (words: string): Promise<boolean> => {
    const price = property && namesPrice(words) ? await readPrice(client, property.id) : null;
    const area = input.current;
    if (!area) return false;
    const facts = { name, property: property?.title ?? null, price, agent: user?.name ?? '' };
    const filled = fillReply(words, facts);
    const { text, cursor: end } = insertWords(area.value, area.selectionEnd, filled);
    if (text.length > maxLength) {
      showToast(
        t('This reply does not fit. A message can have at most {maxLength} characters.', { maxLength }),
        'error',
      );
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
        <IconButton {...trigger} label={t('Saved replies')} icon={<MessageSquareText size={20} />} />
      ) : (
        <Button {...trigger} variant="outlined">
          <MessageSquareText size={18} />
          {t('Saved Replies')}
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

/** '₱45,000/month'; null where the listing is not public, or without an answer. */
async function readPrice(client: QueryClient, propertyId: number): Promise<string | null> {
  const found = await client.fetchQuery(propertiesByIdsQuery([propertyId])).catch(() => null);
  const listing = found?.properties[0];
  return listing ? formatFullPrice(listing.price) + t(priceSuffix(listing.listing_type)) : null;
}

interface SavedReplyPickerProps {
  userId: number;
  /** @returns whether it was inserted. */
  onChoose(reply: SavedReply): Promise<boolean>;
  onManage(): void;
  onClose(): void;
}

/** A list to search, last used first: arrows move, Enter inserts, Escape leaves. */
function SavedReplyPicker({ userId, onChoose, onManage, onClose }: SavedReplyPickerProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { data, isPending, isError, refetch } = useQuery(savedRepliesQuery);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const [uses] = useState(() => readUses(userId));
  const found = findReplies(sortByUse(data ?? [], uses), search);
  const active = found[Math.min(at, found.length - 1)];
  const choose = async (reply: SavedReply) => {
    if (await onChoose(reply)) keepUse(userId, reply.id, data ?? [], new Date());
  };
  const optionId = (reply: SavedReply) => `${id}-${reply.id}`;

  useEffect(() => panel.current?.querySelector('input')?.focus(), []);
  useKeptKeys(PICKER_FIELD, () => panel.current?.querySelector('input'));
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Escape') onClose();
    else if (step && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      if (active) void choose(active);
    } else return;
    // Keeps the key from the dialog and the form around it.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and the list, caught on their way up
    <div
      ref={panel}
      className="menu bottom-full left-0 grid grid-cols-1 gap-2 w-[min(24rem,calc(100vw_-_3rem))] max-w-none mb-2"
      onKeyDown={onKeyDown}
    >
      <NativeInput
        label={t('Search saved replies')}
        isLabelHidden
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={active && optionId(active)}
        placeholder={t('Search saved replies')}
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
        <p className={QUIET}>
          {t('The saved replies could not be loaded.')}{' '}
          <Button variant="plain" onClick={() => void refetch()}>
            {t('Try Again')}
          </Button>
        </p>
      )}
      {data && found.length === 0 && (
        <p className={QUIET} role="status">
          {data.length === 0
            ? t('No saved replies yet. Save messages you write often here.')
            : t('No saved reply matches your search.')}
        </p>
      )}
      {found.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={t('Saved replies')}
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
              className="grid gap-0.5 py-2 px-3 rounded-sm text-sm cursor-pointer aria-selected:bg-primary-soft *:truncate"
              onPointerMove={() => setAt(index)}
              onClick={() => void choose(reply)}
            >
              <strong dir="auto">{reply.title}</strong>
              <span dir="auto" className="text-muted">
                {reply.text}
              </span>
            </div>
          ))}
        </div>
      )}
      <Button variant="plain" className="justify-start text-sm" onClick={onManage}>
        <Settings2 size={18} />
        {t('Manage Saved Replies')}
      </Button>
    </div>
  );
}
