import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Trans } from '#web/lib/i18n.tsx';

const sentence = (person: string, count: number) =>
  renderToStaticMarkup(
    <Trans
      id="{person} wrote {count, plural, one {<b>one</b> message} other {<b>#</b> messages}}.<gap/>Read <link>all</link>."
      values={{ person, count }}
      components={{ b: <b />, gap: <br />, link: <a href="/messages">.</a> }}
    />,
  );

it('puts elements and values where the sentence has them', () => {
  expect(sentence('Ana', 1)).toBe('Ana wrote <b>one</b> message.<br/>Read <a href="/messages">all</a>.');
  expect(sentence('Ana', 2_150)).toBe('Ana wrote <b>2,150</b> messages.<br/>Read <a href="/messages">all</a>.');
});

it.each(['<link>here</link>', '<b>', '</b>', 'C:\\x41', '\\u0041', '{count}', '<person/>'])(
  'takes what somebody wrote as it is: %s',
  (person) => {
    const written = person.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(sentence(person, 1)).toBe(`${written} wrote <b>one</b> message.<br/>Read <a href="/messages">all</a>.`);
  },
);
