import { describe, expect, it } from 'vitest';
import { fillReply, findReplies, insertWords } from '#web/components/savedReplies/fillReply.ts';

describe('a saved reply', () => {
  const facts = { name: 'Ana', property: 'Loft', agent: 'Marco' };

  it('is filled in, other braces stay', () => {
    expect(fillReply('{name}: {Property}, {AGENT} {other} {constructor} {name}', facts)).toBe(
      'Ana: Loft, Marco {other} {constructor} Ana',
    );
    expect(fillReply('About {property}', { ...facts, property: null })).toBe('About the property');
    // What is filled in is not read again.
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
