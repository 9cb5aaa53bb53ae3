// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AmountKind } from '#shared/amounts.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { FilterAmount } from '#web/features/properties/list/PriceRange.tsx';
import { PriceField } from '#web/features/properties/own/ownFields.tsx';
import { priceDoubt } from '#web/features/properties/priceDoubt.ts';
import { AmountInput, sayAmount, writeAmount } from '#web/ui/controls/AmountInput.tsx';
import { renderInApp, stubServer } from './rendering.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByLabelText<HTMLInputElement>('Amount');
/** The line below the field. */
const note = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

function pause(): void {
  act(() => void vi.advanceTimersByTime(1_100));
}

/** Letter by letter: after each one the field holds what was typed so far. */
function type(text: string): void {
  for (let end = 1; end <= text.length; end++) {
    const typed = text.slice(0, end);
    fireEvent.change(field(), { target: { value: typed } });
    expect(field().value).toBe(typed);
    act(() => void vi.advanceTimersByTime(90));
  }
}

const paste = (text: string) => fireEvent.change(field(), { target: { value: text } });
const leave = () => fireEvent.blur(field());

function Plain({ kind = 'pesos' }: { kind?: AmountKind }) {
  const [text, setText] = useState('');
  return <AmountInput label="Amount" hint="In pesos" value={text} onChange={setText} kind={kind} />;
}

const spellings: readonly (readonly [kind: AmountKind, text: string, said: string, left: string])[] = [
  ['pesos', '12500000', '₱12,500,000', '12,500,000'],
  ['pesos', '12.5M', '₱12,500,000', '12,500,000'],
  ['pesos', 'P12,500,000', '₱12,500,000', '12,500,000'],
  ['pesos', '12.500.000', '₱12,500,000', '12,500,000'],
  ['pesos', '2.5 milyon', '₱2,500,000', '2,500,000'],
  ['pesos', '850k', '₱850,000', '850,000'],
  ['pesos', '25 libo kada buwan', '₱25,000 a month', '25,000'],
  ['pesos', '45,000/month', '₱45,000 a month', '45,000'],
  ['pesos', '1250.5', '₱1,250.50', '1,250.5'],
  ['perSqm', '150k', '₱150,000 per sqm', '150,000'],
  ['area', '54,5', '54.5 sqm', '54.5'],
  ['area', '54.5 sq.m.', '54.5 sqm', '54.5'],
  ['area', '1/2 hectare', '5,000 sqm', '5,000'],
  ['area', '2 ektarya', '20,000 sqm', '20,000'],
  ['area', '500 sq ft', '46.45 sqm', '46.45'],
  ['percent', '7,5', '7.5%', '7.5'],
  ['percent', '20 porsyento', '20%', '20'],
];

describe('a field of an amount', () => {
  it.each(spellings)('%s %j is the same typed and pasted', (kind, text, said, left) => {
    for (const write of [type, paste]) {
      render(<Plain kind={kind} />);
      write(text);
      expect(note()).toBe(said);
      pause();
      expect(note()).toBe(said);
      expect(field().value).toBe(text);
      leave();
      expect(field().value).toBe(left);
      // The page below does not move under a press that took the focus away.
      expect(note()).toBe(said);
      expect(field().getAttribute('aria-invalid')).toBeNull();
      cleanup();
    }
  });

  it.each(['12,500,000', '₱12,500,000', '₱ 12,500,000', '850'])('adds nothing to %j', (text) => {
    render(<Plain />);
    type(text);
    expect(note()).toBe('In pesos');
  });

  it.each(['12.500', '₱12.500'])('asks about %j with two buttons, and not before the typing pauses', (text) => {
    for (const answer of ['12,500', '12.5']) {
      render(<Plain />);
      type(text);
      expect(buttons()).toEqual([]);
      pause();
      expect(note()).toBe('Do you mean 12,500 or 12.5?');
      expect(field().getAttribute('aria-invalid')).toBe('true');
      expect(buttons()).toEqual(['12,500', '12.5']);
      fireEvent.click(screen.getByRole('button', { name: answer }));
      expect(field().value).toBe(answer);
      expect(document.activeElement).toBe(field());
      expect(buttons()).toEqual([]);
      expect(note()).toBe('In pesos');
      cleanup();
    }
  });

  it('says with an example what it cannot read, once the field is left or the typing pauses', () => {
    render(<Plain />);
    type('Contact agent');
    expect(field().getAttribute('aria-invalid')).toBeNull();
    leave();
    expect(note()).toMatch(/such as 12,500,000, 12.5M/);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(field().value).toBe('Contact agent');
    paste('-1');
    expect(field().getAttribute('aria-invalid')).toBeNull();
    pause();
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });

  it('writes and says amounts', () => {
    expect(writeAmount(null)).toBe('');
    expect(writeAmount(12_500_000.5)).toBe('12,500,000.5');
    expect(writeAmount(2019, 'count')).toBe('2019');
    expect(sayAmount({ value: 20, isPercent: true }, 'pesos')).toBe('20%');
  });
});

function Priced(props: { listing_type: ListingType; type: PropertyType; onKeep(kept: string): void }) {
  const { listing_type, type: propertyType, onKeep } = props;
  const [text, setText] = useState('');
  const [kept, setKept] = useState('');
  return (
    <AmountInput
      label="Amount"
      kind="pesos"
      value={text}
      onChange={setText}
      doubt={(reading) =>
        priceDoubt(reading, {
          listing_type,
          type: propertyType,
          kept,
          onChoose: setText,
          onKeep: (key) => {
            setKept(key);
            onKeep(key);
          },
        })
      }
    />
  );
}

describe('an unlikely price', () => {
  it('is asked about: the likely one, or the one that was typed', () => {
    const onKeep = vi.fn();
    render(<Priced listing_type="sale" type="condo" onKeep={onKeep} />);
    type('13');
    leave();
    expect(note()).toBe('₱13 would be an unusual price. Did you mean ₱13,000,000?');
    expect(buttons()).toEqual(['₱13,000,000', 'Keep ₱13']);
    fireEvent.click(screen.getByRole('button', { name: 'Keep ₱13' }));
    expect(onKeep).toHaveBeenCalled();
    expect(note()).toBe('');
    type('12');
    leave();
    fireEvent.click(screen.getByRole('button', { name: '₱12,000,000' }));
    expect(field().value).toBe('12,000,000');
    expect(note()).toBe('');
  });

  it('is none in a bedspace of ₱1,500, and a monthly one is none of a sale', () => {
    render(<Priced listing_type="rent" type="apartment" onKeep={() => {}} />);
    type('1,500/mo');
    leave();
    expect(field().getAttribute('aria-invalid')).toBeNull();
    cleanup();
    render(<Priced listing_type="sale" type="condo" onKeep={() => {}} />);
    type('45k a month');
    leave();
    expect(note()).toBe('This property is for sale, and that is a price a month');
    expect(field().value).toBe('45k a month');
  });
});

describe('a filter', () => {
  it.each([
    ['pesos', '7.5m', 7_500_000],
    ['pesos', '12.500.000', 12_500_000],
    ['pesos', '25 libo', 25_000],
    ['pesos', '60M', 60_000_000],
    ['area', '54.5 sqm', 54.5],
    ['area', '1/2 ha', 5_000],
    ['perSqm', '150k/sqm', 150_000],
  ] as const)('%s %j asks for the same typed and pasted, after a pause', (kind, text, amount) => {
    for (const write of [type, paste]) {
      const onAmount = vi.fn();
      render(<FilterAmount label="Amount" kind={kind} value={null} whenEmpty={null} onAmount={onAmount} />);
      write(text);
      expect(onAmount).not.toHaveBeenCalledWith(amount);
      pause();
      expect(onAmount).toHaveBeenLastCalledWith(amount);
      expect(field().value).toBe(text);
      leave();
      expect(field().value).toBe(writeAmount(amount));
      cleanup();
    }
  });

  it.each(['12.500', '-1', 'cheap', '20-30k'])('asks for nothing by %j', (text) => {
    const onAmount = vi.fn();
    render(<FilterAmount label="Amount" kind="pesos" value={null} whenEmpty={null} onAmount={onAmount} />);
    paste(text);
    pause();
    leave();
    expect(onAmount).not.toHaveBeenCalled();
    expect(field().value).toBe(text);
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a price in its row', () => {
  const property = {
    ...{ id: 7, title: 'Corner unit', price: 9_400_000 },
    ...({ listing_type: 'sale', type: 'condo' } as const),
  };
  const input = () => screen.getByLabelText<HTMLInputElement>('New price of Corner unit');
  const open = () => {
    renderInApp(<PriceField agentId={1} property={property} />);
    fireEvent.click(screen.getByRole('button', { name: /^Price of Corner unit/ }));
  };
  /** As a keyboard does: a key replaces the selection. */
  const press = (keys: string) => {
    for (const key of keys) {
      const { selectionStart, selectionEnd, value } = input();
      const at = (selectionStart ?? value.length) + 1;
      const next = value.slice(0, at - 1) + key + value.slice(selectionEnd ?? value.length);
      fireEvent.change(input(), { target: { value: next } });
      if (input().selectionStart !== 0 || input().selectionEnd !== next.length) input().setSelectionRange(at, at);
    }
  };

  it('is replaced by the digits that are typed, and sent', async () => {
    vi.useRealTimers();
    const sent = vi.fn(() => ({}));
    stubServer({ 'PUT /api/properties/7': sent });
    open();
    press('9250000');
    expect(input().value).toBe('9250000');
    expect(screen.getByText('₱9,250,000')).toBeTruthy();
    fireEvent.keyDown(input(), { key: 'Enter' });
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ price: 9_250_000 })));
  });

  it('asks about an unlikely one before it is sent', async () => {
    vi.useRealTimers();
    const sent = vi.fn(() => ({}));
    stubServer({ 'PUT /api/properties/7': sent });
    open();
    press('13');
    fireEvent.keyDown(input(), { key: 'Enter' });
    expect(screen.getByRole('alert').textContent).toMatch(/Did you mean ₱13,000,000/);
    expect(sent).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '₱13,000,000' }));
    expect(input().value).toBe('13,000,000');
    fireEvent.keyDown(input(), { key: 'Enter' });
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ price: 13_000_000 })));
  });
});
