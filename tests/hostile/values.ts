import { createHash } from 'node:crypto';

/** From 0 up to 1, the same sequence for the same text. */
export type Random = () => number;

/** mulberry32, begun with the hash of a text. */
export function randomFrom(text: string): Random {
  let state = createHash('sha256').update(text).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export const between = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));

/** The parts of a JSON schema that a value is made from. */
export interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
}

const patterned = [
  '1',
  '20',
  '2026-03-20',
  `/media/${'a'.repeat(64)}`,
  '2026-03-18T04:00:00.000Z,12',
  '1,2,3',
  'true',
  'name',
  '14.5,120.9,14.7,121.1',
  'user-1',
];
const words = ['Makati', 'condo', 'Is it still free?', 'Señora Niña', '1'];
/** How many characters or items of a boundary are really made. */
const MOST = 30_000;

/** A value that fits the shape, as far as a JSON schema describes it. */
export function fitting(shape: Shape, random: Random, depth = 0): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return pick(random, shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fitting(pick(random, choices), random, depth);
  const type = Array.isArray(shape.type) ? pick(random, shape.type) : shape.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([name]) => shape.required?.includes(name) || random() < 0.5)
          .map(([name, inner]) => [name, fitting(inner, random, depth + 1)]),
      );
    case 'array':
      return Array.from({ length: between(random, shape.minItems ?? 0, (shape.minItems ?? 0) + 2) }, () =>
        fitting(shape.items ?? {}, random, depth + 1),
      );
    case 'integer':
    case 'number': {
      const least = Math.max(shape.minimum ?? 1, -1_000_000);
      return between(random, least, Math.min(shape.maximum ?? least + 1_000, least + 10_000));
    }
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'string':
      return fittingText(shape, random);
    default:
      return pick(random, words);
  }
}

function fittingText({ format, pattern, minLength = 0, maxLength = 200 }: Shape, random: Random): string {
  if (format === 'email') return `person${between(random, 1, 50)}@example.com`;
  if (format === 'date') return `2026-03-${between(random, 10, 28)}`;
  if (format === 'date-time') return '2026-03-20T02:00:00.000Z';
  if (pattern) return patterned.find((text) => new RegExp(pattern, 'u').test(text)) ?? pick(random, words);
  return pick(random, words).padEnd(minLength, 'x').slice(0, maxLength);
}

/** A value of a body written as JSON that JSON's own writer could not write. */
export class Written {
  constructor(readonly text: string) {}
}

const numbers: unknown[] = [
  0,
  -0.5,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  1e21,
  5e-324,
  1.797e308,
  ...['9007199254740993', '1e400', '-1e400', '-0', '1E+3', '0.1e1', '123456789012345678901234567890'].map(
    (text) => new Written(text),
  ),
];

export const texts = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\0b',
  '\u202eesrever\u202c',
  '\u200b\u200d\ufeff',
  '\ud800',
  'x\udfff\ud83d',
  `e${'\u0301'.repeat(300)}`,
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '𝕊𝕚𝕝𝕠𝕟𝕘 𠜎𠜱',
  'İıſK',
  '\ufdfa\ufdfa',
  '\x1b[31mred\x07',
  'NaN',
  'Infinity',
  '-1',
  '1e400',
  '0x10',
  '٣',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '1); DELETE FROM users; --',
  '" UNION ALL (VALUES (1)) --',
  '%_%\\',
  "\\'; --",
  '$1 :name ? @p',
  '* OR "x" NEAR/2 ^y NOT (',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:alert('x')",
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '{name, plural, one {#} other {',
  '=HYPERLINK("http://127.0.0.1:1")',
  'a\r\nSet-Cookie: x=1',
  'a\r\nBcc: b@example.com',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::1]:1/x.png',
  'data:image/png;base64,AAAA',
  'ana@example.com\nb@example.com',
  'a@b',
  '"a b"@example.com',
  'x'.repeat(300),
  'é'.repeat(5_000),
  'ab '.repeat(10_000),
  `${'a'.repeat(30_000)}!`,
  ',,,,',
  '1,2,,3,NaN',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
];

/** As `JSON.parse` makes them: own properties of any name. */
const objects: unknown[] = [
  '{"__proto__":{"role":"admin","isAdmin":true}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":false}',
  '{"$gt":"","$ne":null,"$where":"1"}',
  '{"length":1e9,"0":"x"}',
  '{"":"","\\u0000":"\\u0000"}',
  '{"then":true,"toJSON":"x"}',
  '[[[[[[[[[[]]]]]]]]]]',
  '[null,null]',
  '[{}]',
  '{}',
  '[]',
].map((text) => JSON.parse(text));

/** Values that are wrong for the shape, or just at its bounds. */
export function hostile(shape: Shape, random: Random): unknown {
  const bounds = boundaries(shape);
  const kind = random();
  if (bounds.length > 0 && kind < 0.35) return pick(random, bounds);
  if (kind < 0.65) return pick(random, texts);
  if (kind < 0.8) return pick(random, numbers);
  if (kind < 0.9) return pick(random, objects);
  return pick(random, [null, true, false]);
}

/** At each bound, and one beyond it. */
function boundaries(shape: Shape): unknown[] {
  const { minimum, maximum, minLength, maxLength, maxItems, items } = shape;
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(boundaries);
  const around = (bound: number | undefined) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5];
  const long = (bound: number | undefined) =>
    around(bound).filter((length) => Number.isInteger(length) && length >= 0 && length <= MOST);
  return [
    ...inner,
    ...around(minimum),
    ...around(maximum),
    ...[...long(minLength), ...long(maxLength)].map((length) => 'n'.repeat(length)),
    // Four bytes each, and two units of JavaScript's own count.
    ...long(maxLength).map((length) => '🏠'.repeat(length)),
    ...long(maxItems).map((length) => Array(length).fill(items ? fitting(items, () => 0.3) : 'n')),
  ];
}

/** The values of an object's fields one after the other made hostile, at any depth. @param share of fields. */
export function spoil(value: unknown, shape: Shape, random: Random, share: number): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || !shape.properties || random() < 0.03) return hostile(shape, random);
  const fields = { ...value } as Record<string, unknown>;
  for (const [name, inner] of Object.entries(shape.properties)) {
    if (random() >= share) continue;
    if (inner.properties && random() < 0.7) fields[name] = spoil(fields[name] ?? {}, inner, random, share);
    else if (random() < 0.1) delete fields[name];
    else fields[name] = hostile(inner, random);
  }
  if (random() < 0.1) fields[pick(random, ['role', 'id', 'user_id', 'isAdmin', 'admin_role', ''])] = 'admin';
  return fields;
}

/** The value as JSON, numbers that JavaScript cannot hold included. */
export function writeJson(value: unknown): string {
  const written: string[] = [];
  const text = JSON.stringify(value, (_name, inner: unknown) => {
    if (!(inner instanceof Written)) return inner;
    written.push(inner.text);
    return `\u0001${written.length - 1}\u0001`;
  });
  return (text ?? 'null').replace(/"\\u0001(\d+)\\u0001"/g, (_whole, at: string) => written[Number(at)] ?? '0');
}
