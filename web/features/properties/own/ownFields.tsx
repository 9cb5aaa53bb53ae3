import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { OwnRow } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { MAX_PRICE } from '#shared/limits.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { readPesos } from '#web/lib/pesos.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Menu } from '#web/ui/dialogs/Menu.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { statusTone } from '../statusWords.ts';
import { MarkDialog } from './PropertyDialogs.tsx';
import {
  endsViewings,
  isOffMarket,
  type ListingChange,
  statuses,
  useChangeListing,
  useConfirmListings,
  valueInWords,
} from './queries.ts';

interface FieldProps<Shown extends keyof OwnRow> {
  agentId: number;
  property: Pick<OwnRow, 'id' | 'title' | Shown>;
}

function useChangeWithUndo(agentId: number, property: Pick<OwnRow, 'id' | 'title'>) {
  const { mutateAsync } = useChangeListing(agentId, property);
  const { title } = property;

  // Works on without its row: once marked, a listing may leave the list, and the undo button is in the message.
  const change = async (asked: ListingChange, isUndo = false) => {
    try {
      const { isQueued } = await mutateAsync(asked);
      const value = valueInWords(asked.field, asked.to);
      const words = wordsOf(asked.field, { title, value }, isQueued, isUndo);
      const back = { ...asked, to: asked.from, from: asked.to } as ListingChange;
      const undo = { label: t('Undo'), onClick: () => void change(back, true) };
      showToast(words, 'success', isUndo ? undefined : undo);
    } catch (error) {
      showToast(failureSentence(error, t('Failed to update property')), 'error');
    }
  };
  return (asked: ListingChange) => void change(asked);
}

function wordsOf(
  field: ListingChange['field'],
  values: { title: string; value: string },
  isQueued: boolean,
  isUndo: boolean,
): string {
  if (field === 'price') {
    if (isQueued) return t('{title}: price changes to {value} once you are back online', values);
    return isUndo ? t('{title}: price is {value} again', values) : t('{title}: price is now {value}', values);
  }
  const { title, value: status } = values;
  if (isQueued) return t('{title} changes to {status} once you are back online', { title, status });
  return isUndo
    ? t('{title} is again {status}', { title, status })
    : t('{title} is now {status}', { title, status });
}

/** A menu: the arrow keys of a select would mark it as everything on the way, and notify people of each. */
export function StatusMenu({ agentId, property, className }: FieldProps<'status'> & { className: string }) {
  const { title, status } = property;
  const change = useChangeWithUndo(agentId, property);
  const client = useQueryClient();
  const [asked, setAsked] = useState<PropertyStatus | null>(null);
  const mark = (to: PropertyStatus) => change({ field: 'status', to, from: status });
  // An undo would not bring the viewings back.
  const choose = async (next: PropertyStatus) => {
    if (isOffMarket(next) && (await endsViewings(client, property.id))) setAsked(next);
    else mark(next);
  };
  return (
    <>
      <Menu
        label={t('Status of {title}: {status}', { title, status: t(propertyStatusLabel[status]) })}
        // Looks like the fields: it shows a value and changes it.
        triggerClassName={className}
        trigger={
          <>
            <Badge tone={statusTone[status]}>{t(propertyStatusLabel[status])}</Badge>
            <ChevronDown className="text-muted" size={16} />
          </>
        }
        entries={statuses
          .filter((next) => next !== status)
          .map((next) => ({
            label: t('Mark as {status}', { status: t(propertyStatusLabel[next]) }),
            onSelect: () => void choose(next),
          }))}
      />
      {asked && (
        <MarkDialog
          ids={[property.id]}
          status={asked}
          onConfirm={() => mark(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

export function ConfirmButton({ property }: { property: Pick<OwnRow, 'id' | 'title'> }) {
  const { mutate, isPending } = useConfirmListings();
  return (
    <Button
      variant="outlined"
      size="small"
      className="flex-none"
      disabled={isPending}
      aria-label={t('Confirm that {title} is still available', { title: property.title })}
      onClick={() => mutate([property])}
    >
      <Check size={16} className="flex-none" aria-hidden="true" />
      {t('Confirm')}
    </Button>
  );
}

/** The price stays in its place as it becomes a field. */
const priceClass = 'min-h-8 pointer-coarse:min-h-control -mx-2 px-2 border rounded-sm font-semibold tabular-nums';

/** The price in its row: pressed, it becomes a field. Enter and leaving it save, Escape does not. */
export function PriceField({ agentId, property }: FieldProps<'price' | 'listing_type'>) {
  const { title, price, listing_type } = property;
  const id = useId();
  const change = useChangeWithUndo(agentId, property);
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);

  const close = (isFocusKept: boolean) => {
    setTyped(null);
    setIsWrong(false);
    if (isFocusKept) requestAnimationFrame(() => button.current?.focus());
  };
  const save = (isFocusKept: boolean) => {
    if (typed === null) return;
    const next = typed === String(price) ? price : readPesos(typed);
    if (!next || next > MAX_PRICE) {
      setIsWrong(true);
      return;
    }
    close(isFocusKept);
    if (next !== price) change({ field: 'price', to: next, from: price });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save(true);
    else if (event.key === 'Escape') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        className={`${priceClass} border-transparent whitespace-nowrap cursor-text hover:border-line-strong hover:bg-surface`}
        aria-label={t('Price of {title}: {price}', {
          title,
          price: formatFullPrice(price) + t(priceSuffix(listing_type)),
        })}
        onClick={() => setTyped(String(price))}
      >
        <span>
          {formatFullPrice(price)}
          <span className="text-muted text-sm font-normal">{t(priceSuffix(listing_type))}</span>
        </span>
      </button>
    );
  return (
    <span className="relative inline-block">
      <input
        // Rendered when the button is pressed: the user types next.
        ref={(input) => input?.select()}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that had the focus
        autoFocus
        className={`${priceClass} w-36 border-primary bg-surface text-ink text-end aria-invalid:border-danger`}
        aria-label={t('New price of {title}', { title })}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        inputMode="decimal"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setIsWrong(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => save(false)}
      />
      {isWrong && (
        <span
          id={id}
          role="alert"
          className="absolute z-10 top-full right-0 mt-1 py-1 px-2 rounded-sm bg-danger-soft text-danger text-sm whitespace-nowrap shadow-sm"
        >
          {t('Type a price, for example 4,500,000 or 4.5M')}
        </span>
      )}
    </span>
  );
}
