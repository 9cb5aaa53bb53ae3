import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { OwnRow } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { MAX_PRICE } from '#shared/limits.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { keyboardOf, useAmount, writeAmount } from '#web/ui/controls/AmountInput.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Answers } from '#web/ui/controls/Field.tsx';
import { Menu } from '#web/ui/dialogs/Menu.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { keptPrice, priceDoubt } from '../priceDoubt.ts';
import { statusTone } from '../statusWords.ts';
import { MarkDialog } from './PropertyDialogs.tsx';
import {
  endsViewings,
  isOffMarket,
  type ListingChange,
  statuses,
  useChangeListing,
  useConfirmListings,
  usePublishDraft,
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

/** A draft with nothing missing. */
export function PublishButton({
  property,
  className = '',
}: {
  property: Pick<OwnRow, 'id' | 'title'>;
  className?: string;
}) {
  const { mutate, isPending } = usePublishDraft();
  return (
    <Button
      size="small"
      className={className}
      disabled={isPending}
      aria-label={t('Publish {title}', { title: property.title })}
      onClick={() => mutate(property.id)}
    >
      {t('Publish')}
    </Button>
  );
}

/** The price stays in its place as it becomes a field. */
const priceClass = 'min-h-8 pointer-coarse:min-h-control -mx-2 px-2 border rounded-sm font-semibold tabular-nums';

/** The price in its row: pressed, it becomes a field. Enter and leaving it save, Escape does not. */
export function PriceField({ agentId, property }: FieldProps<'price' | 'listing_type' | 'type'>) {
  const { title, price, listing_type } = property;
  const change = useChangeWithUndo(agentId, property);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  const close = (isFocusKept: boolean) => {
    setIsOpen(false);
    if (isFocusKept) requestAnimationFrame(() => button.current?.focus());
  };
  const save = (next: number, isFocusKept: boolean) => {
    close(isFocusKept);
    if (next !== price) change({ field: 'price', to: next, from: price });
  };

  if (isOpen) return <OpenPrice property={property} onSave={save} onClose={() => close(true)} />;
  return (
    <button
      ref={button}
      type="button"
      className={`${priceClass} border-transparent whitespace-nowrap cursor-text hover:border-line-strong hover:bg-surface`}
      aria-label={t('Price of {title}: {price}', {
        title,
        price: formatFullPrice(price) + t(priceSuffix(listing_type)),
      })}
      onClick={() => setIsOpen(true)}
    >
      <span>
        {formatFullPrice(price)}
        <span className="text-muted text-sm font-normal">{t(priceSuffix(listing_type))}</span>
      </span>
    </button>
  );
}

interface OpenPriceProps {
  property: Pick<OwnRow, 'title' | 'price' | 'listing_type' | 'type'>;
  onSave(price: number, isFocusKept: boolean): void;
  onClose(): void;
}

function OpenPrice({ property, onSave, onClose }: OpenPriceProps) {
  const { title, price } = property;
  const id = useId();
  const [text, setText] = useState(() => writeAmount(price));
  const amount = useAmount({
    kind: 'pesos',
    text,
    onText: setText,
    unreadable: t('Type a price, for example 4,500,000 or 4.5M'),
    doubt: (reading) => {
      if (reading.value <= 0 || reading.value > MAX_PRICE)
        return { problem: t('Type a price, for example 4,500,000 or 4.5M'), answers: [] };
      return priceDoubt(reading, {
        ...property,
        kept: keptPrice(price, property),
        onChoose: setText,
        onKeep: (_, kept) => onSave(kept, true),
      });
    },
  });
  const { asked, reading } = amount;
  const note = asked?.problem ?? amount.understood;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);

  const save = (isFocusKept: boolean) => {
    if (amount.settle() && reading.kind === 'read') onSave(reading.value, isFocusKept);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save(true);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span className="relative z-1 inline-block">
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that had the focus
        autoFocus
        className={`${priceClass} w-36 border-primary bg-surface text-ink text-end aria-invalid:border-danger`}
        aria-label={t('New price of {title}', { title })}
        aria-invalid={asked ? true : undefined}
        aria-describedby={note ? id : undefined}
        inputMode={keyboardOf('pesos')}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          // The answers to a question stand beside it.
          if (!currentTarget.parentElement?.contains(relatedTarget)) save(false);
        }}
      />
      {note && (
        <span
          className={`absolute z-10 top-full right-0 grid gap-1.5 mt-1 py-1 px-2 rounded-sm shadow-sm ${
            asked ? 'w-64 bg-danger-soft text-danger' : 'bg-surface text-muted whitespace-nowrap'
          } text-sm text-start @max-[46rem]:-left-2 @max-[46rem]:right-auto @max-[46rem]:max-w-56`}
        >
          <span id={id} role={asked ? 'alert' : undefined}>
            {note}
          </span>
          {asked && <Answers answers={asked.answers} onChosen={() => input.current?.focus()} />}
        </span>
      )}
    </span>
  );
}
