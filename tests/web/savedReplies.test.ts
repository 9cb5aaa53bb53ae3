import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fillReply,
  findReplies,
  insertWords,
  keepUse,
  namesPrice,
  readUses,
  sortByUse,
} from '#web/features/savedReplies/fillReply.ts';

describe('a saved reply', () => {
  const facts = { name: 'Ana', property: 'Loft', price: '₱4,500,000', agent: 'Marco' };

  it('is filled in, other braces stay', () => {
    expect(fillReply('{name}: {Property}, {AGENT} {other} {constructor} {name}', facts)).toBe(
      'Ana: Loft, Marco {other} {constructor} Ana',
    );
    expect(fillReply('About {property}', { ...facts, property: null })).toBe('About the property');
    expect(fillReply('It is {price} {Price}', facts)).toBe('It is ₱4,500,000 ₱4,500,000');
    expect(fillReply('It is {price}', { ...facts, price: null })).toBe('It is the listed price');
    expect(['At {PRICE}', 'price', '{prices}'].map(namesPrice)).toEqual([true, false, false]);
    // Inserted values are not parsed again.
    expect(fillReply('{name}', { ...facts, name: '{agent} $&' })).toBe('{agent} $&');
  });

  it('is put in at the cursor, and nothing is lost', () => {
    expect(insertWords('', 0, 'Hello')).toEqual({ text: 'Hello', cursor: 5 });
    expect(insertWords('Good day!', 9, 'Hello')).toEqual({ text: 'Good day! Hello', cursor: 15 });
    expect(insertWords('ab', 1, 'X')).toEqual({ text: 'a X b', cursor: 4 });
    expect(insertWords('One\n\nTwo', 4, 'X')).toEqual({ text: 'One\nX\nTwo', cursor: 5 });
  });

  it('is found by words of its title and text', () => {
    const replies = [
      { title: 'Parking', text: 'One slot is included.' },
      { title: 'Viewing', text: 'Bring an ID.' },
    ];
    expect(findReplies(replies, ' PARK slot ').map(({ title }) => title)).toEqual(['Parking']);
    expect(findReplies(replies, '')).toHaveLength(2);
    expect(findReplies(replies, 'park id')).toEqual([]);
  });
});

describe('the order of use', () => {
  const replies = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 1, minute));
  const order = (userId = 7) => sortByUse(replies, readUses(userId)).map(({ id }) => id);
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal('window', {
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
      },
    });
    return () => vi.unstubAllGlobals();
  });

  it('puts what was used last first, for each person', () => {
    expect(order()).toEqual([1, 2, 3]);
    keepUse(7, 2, replies, at(0));
    keepUse(7, 3, replies, at(1));
    expect(order()).toEqual([3, 2, 1]);
    keepUse(7, 2, replies, at(2));
    expect(order()).toEqual([2, 3, 1]);
    expect(order(8)).toEqual([1, 2, 3]);
  });

  it('forgets what was deleted, and reads what is broken as nothing', () => {
    keepUse(7, 2, replies, at(0));
    keepUse(7, 1, [{ id: 1 }], at(1));
    expect(readUses(7)).toEqual({ 1: at(1).toISOString() });
    for (const text of ['{', 'null', '{"1":5}', '"x"']) {
      stored.set('silong_reply_uses_7', text);
      expect(order()).toEqual([1, 2, 3]);
    }
  });
});
