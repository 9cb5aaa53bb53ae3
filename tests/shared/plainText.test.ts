import { describe, expect, test } from 'vitest';
import { propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { presentedLine, presentedLines } from '#shared/plainText.ts';

/** A spelling in HTML, and its lines. */
const html: [spelling: string, lines: string][] = [
  // Lines and paragraphs.
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<P>One</P><BR>Two', 'One\n\nTwo'],
  ['<p>One\nline\n  of three</p>', 'One line of three'],
  ['One<br>Two<br/>Three<br />Four', 'One\nTwo\nThree\nFour'],
  ['One<br />\nTwo<br />\nThree', 'One\nTwo\nThree'],
  ['One<br><br>Two', 'One\n\nTwo'],
  ['<div>One</div><div>Two</div>', 'One\nTwo'],
  ['<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
  ['<p>One<p>Two', 'One\n\nTwo'],
  ['<p>One</p>\n\n<p>&nbsp;</p>\n<p>Two</p>', 'One\n\nTwo'],
  ['<h2>Corner unit</h2><p>Bright.</p>', 'Corner unit\n\nBright.'],
  ['<p>One</p><hr><p>Two</p>', 'One\n\nTwo'],
  ['<blockquote>Said</blockquote>', 'Said'],
  ['<section><header>One</header><p>Two</p></section>', 'One\n\nTwo'],
  // Lines that somebody typed stay where only words are marked up.
  ['Corner unit\n- pool\n- gym\n\n<b>Call us</b>', 'Corner unit\n- pool\n- gym\n\nCall us'],
  ['Includes:\n<ul>\n<li>Pool</li>\n</ul>\nCall', 'Includes:\n• Pool\nCall'],
  // Lists.
  ['<ul><li>Pool</li><li>Gym</li></ul>', '• Pool\n• Gym'],
  ['<ul>\n  <li>Pool\n  <li>Gym\n</ul>', '• Pool\n• Gym'],
  ['<ul><li><p>Pool</p></li><li><p>Gym</p></li></ul>', '• Pool\n• Gym'],
  ['<ol><li>Visit</li><li>Reserve</li></ol>', '1. Visit\n2. Reserve'],
  ['<ol start="3"><li>Visit</li></ol>', '3. Visit'],
  ['<ul><li>Pool<ul><li>heated</li></ul></li><li>Gym</li></ul>', '• Pool\n  • heated\n• Gym'],
  ['<li>Pool</li><li>Gym</li>', '• Pool\n• Gym'],
  ['<dl><dt>Beds</dt><dd>2</dd></dl>', 'Beds\n2'],
  ['&bull; Pool<br>&bull; Gym', '• Pool\n• Gym'],
  // Tables.
  ['<table><tr><th>Beds</th><td>2</td></tr><tr><td>Area</td><td>54</td></tr></table>', 'Beds | 2\nArea | 54'],
  ['<table><tbody><tr><td><p>Beds</p></td><td><p>2</p></td></tr></tbody></table>', 'Beds | 2'],
  ['<table><tr><td>&nbsp;</td><td>Pool</td><td></td></tr></table>', 'Pool'],
  ['<tr><td>Beds</td><td>2</td></tr>', 'Beds | 2'],
  // Words.
  ['<b>Big</b> <i>and</i> <strong>bright</strong>', 'Big and bright'],
  ['<span style="color:red">Rush</span> sale', 'Rush sale'],
  ['<font color=red size=4>SALE!!!</font>', 'SALE!!!'],
  ['54 m<sup>2</sup>, 5<sup>th</sup> floor', '54 m², 5th floor'],
  ['<u>Bright</u>', 'Bright'],
  ['<a href="https://silong.example/tour">Tour</a>', 'Tour (https://silong.example/tour)'],
  ['<a href="https://www.silong.example/">silong.example</a>', 'silong.example'],
  ['<a href="tel:09175550123">0917 555 0123</a>', '0917 555 0123'],
  ['<a href="javascript:alert(1)">Call</a>', 'Call'],
  ['<a href="https://silong.example/a b">', 'https://silong.example/a b'],
  ['Bright <img src="x.png" alt="x"> and big', 'Bright and big'],
  ['Bright.<iframe src="https://silong.example/v"></iframe>', 'Bright.'],
  // Of Word.
  ['<p class="MsoNormal"><o:p>&nbsp;</o:p></p><p>Bright&nbsp;unit.</p>', 'Bright unit.'],
  ['<p class=MsoNormal>In <st1:City w:st="on">Makati</st1:City><o:p></o:p></p>', 'In Makati'],
  ['<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><p>Bright.</p>', 'Bright.'],
  [
    '<p class=MsoListParagraph><![if !supportLists]><span>·<span>&nbsp;&nbsp; </span></span><![endif]>Pool</p><p class=MsoListParagraph>\n<![if !supportLists]><span>·<span>&nbsp; </span></span><![endif]>Gym</p>',
    '• Pool\n• Gym',
  ],
  ['<?xml:namespace prefix = o ns = "urn:x" /><p>Bright.</p>', 'Bright.'],
  ['\uf0b7\tPool\n\uf0b7\tGym', '• Pool\n• Gym'],
  // Of documents and programs.
  ['<!DOCTYPE html><html><head><title>T</title></head><body bgcolor=white>Bright.</body></html>', 'Bright.'],
  ['<style>p { color: red }</style><p>Bright.</p><script>alert(1 < 2)</script>', 'Bright.'],
  ['<!-- wp:paragraph -->\n<p>Bright.</p>\n<!-- /wp:paragraph -->', 'Bright.'],
  ['Bright.<!--more--> Big.', 'Bright. Big.'],
  ['<![CDATA[<p>Bright.</p>]]>', 'Bright.'],
  ['&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;', 'One\n\nTwo'],
  ['&amp;lt;b&amp;gt;Big&amp;lt;/b&amp;gt;', 'Big'],
  ['<script>alert(1)</script>', ''],
  ['Bright</p> and <b>big', 'Bright\n\nand big'],
  ['<p>Bright unit</p><a href="htt', 'Bright unit'],
  ['<td nowrap>Beds</td>', 'Beds'],
  // Entities.
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['&#8369;5,000,000 &ndash; Para&ntilde;aque', '₱5,000,000 – Parañaque'],
  ['&#x20B1;45,000&#46;', '₱45,000.'],
  ['2 &lt; 3 &amp;&amp; 5 &gt; 4', '2 < 3 && 5 > 4'],
  ['&quot;as is&quot; &#39;now&#39;', '"as is" \'now\''],
  ['<p>Bright &nbsp unit</p>', 'Bright unit'],
  // Other signs stay within it.
  ['<p>2 < 3 and 5 > 4</p>', '2 < 3 and 5 > 4'],
  ['<p>Ask <juan@silong.example> or <0917 555 0123></p>', 'Ask <juan@silong.example> or <0917 555 0123>'],
  ['I <3 BGC & <b>love</b> it', 'I <3 BGC & love it'],
  ['<p>See https://silong.example/?a=1&copy=2&section=3</p>', 'See https://silong.example/?a=1&copy=2&section=3'],
];

test.each(html)('of HTML come its lines: %j', (spelling, lines) => {
  expect(presentedLines(spelling)).toBe(lines);
  expect(presentedLines(lines)).toBe(lines);
  expect(presentedLine(spelling)).toBe(lines.replace(/\s*\n\s*/g, ' '));
});

test.each([
  'R&B studio, 2 < 3 and 5 > 4; call <0917 555 0123> & ask',
  '<3',
  'a<b',
  'a < b > c',
  'if (a<b and b>c)',
  '<-- see the map -->',
  'Hi <name>, viewing at <address> on <date> <time>',
  '<your title here>',
  'Juan <juan@silong.example>',
  '<<< SALE >>>',
  '< 5 minutes to MRT',
  'AT&T; Smith & Sons',
  'https://silong.example/?a=1&copy=2&section=3',
  'x  =  y\n   - indented\n\n\n\nfar below',
  'size <b>',
  '<!-- not closed',
  '5 &unknown; things',
  '₱12.5M • 2BR\n1. one\n 2. two',
  'خانه می\u200cخواهم',
])('plain text stays as it is: %j', (text) => {
  expect(presentedLines(text)).toBe(text);
});

describe('text that is made to be slow', () => {
  test.each([
    ['<'.repeat(99_000)],
    ['&'.repeat(99_000)],
    ['<!--'.repeat(24_000)],
    ['<ul><li>'.repeat(12_000)],
    [`<p${' '.repeat(99_000)}`],
    ['<a b="'.repeat(16_000)],
    [`${'&'.repeat(50_000)}${'#38;'.repeat(12_000)}`],
    [`<p>${'\n '.repeat(45_000)}x`],
    ['<p>'.repeat(300_000)],
  ])('is read once: %.20j', (text) => {
    const from = performance.now();
    const lines = presentedLines(text);
    expect(performance.now() - from).toBeLessThan(3_000);
    expect(presentedLines(lines)).toBe(lines);
  });
});

test('what was made of it stays as it is', () => {
  const parts = [
    '<p>',
    '</p>',
    '<b>',
    '&',
    'amp;',
    '&#60;',
    'lt;',
    '#38;',
    ' ',
    '\n',
    'x',
    '<',
    '>',
    '/b',
    '|',
    '•',
    '1.',
  ];
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return parts[seed % parts.length] ?? '';
  };
  for (let round = 0; round < 3_000; round += 1) {
    const text = Array.from({ length: 1 + (round % 14) }, next).join('');
    const lines = presentedLines(text);
    expect(presentedLines(lines), JSON.stringify(text)).toBe(lines);
    const line = presentedLine(text);
    expect(presentedLine(line), JSON.stringify(text)).toBe(line);
  }
});

describe('a listing', () => {
  const draft = {
    title: 'Corner unit',
    description: 'Bright.',
    price: 9_000_000,
    location: { address: '1 Rizal Street', city: 'Makati', province: 'Metro Manila' },
    details: { area_sqm: 50 },
  };
  const read = (fields: object) => propertyDraft.safeParse({ ...draft, ...fields });

  test('is stored as plain lines, whoever sends it', () => {
    const { data } = read({
      title: '<b>Corner</b> unit<br>in Makati',
      description: '<p>Bright&nbsp;unit.</p><ul><li>Pool</li><li>Gym</li></ul>',
      features: ['<li>Pool</li>', 'Tom &amp; Jerry', '<br>'],
      image_descriptions: [],
      location: { ...draft.location, address: '<p>1 Rizal Street</p>' },
    });
    expect(data).toMatchObject({
      title: 'Corner unit in Makati',
      description: 'Bright unit.\n\n• Pool\n• Gym',
      features: ['Pool', 'Tom & Jerry'],
      location: { address: '1 Rizal Street' },
    });
  });

  test('that is HTML without words has none', () => {
    const { error } = read({ title: '<p>&nbsp;</p>', description: '<br><!-- x -->' });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['title', 'description']);
  });

  test.each(['title', 'description', 'reference', 'features', 'location.city', 'location.address'])(
    'is asked about where a letter of its %s was lost',
    (path) => {
      const lost = 'Caf\ufffd';
      const [field = '', inner] = path.split('.');
      const value = inner ? { ...draft.location, [inner]: lost } : field === 'features' ? [lost] : lost;
      const { error } = read({ [field]: value });
      expect(error?.issues[0]?.path.join('.')).toContain(path);
      expect(error?.issues[0]?.message).toMatch(/^A letter of this text was lost/);
    },
  );
});
