import type { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Example values by field name, the same person and home in every call; other fields follow from the schema. */
const words: Record<string, string> = {
  about: 'Homes in Makati and Taguig since 2011.',
  address: '10 Legazpi Street',
  algorithm: 'PBKDF2/SHA-256',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  avatar_url: '/media/c02a179358b483509ab269fbe9a7f150f48d8848cad2e4bc1451607f6a923565',
  before: '2026-03-18T02:00:00.000Z,40',
  bio: 'I help families find a home near good schools.',
  city: 'Makati',
  client_id: '3f2a7c1e-8b4d-4e6f-9a0b-1c2d3e4f5a6b',
  client_name: 'Ana Reyes',
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiMTIzIiwib3JpZ2luIjoiaHR0cHM6Ly9zaWxvbmcuZXhhbXBsZSJ9',
  code: '492039',
  comment: 'Answered at once and knew the building well.',
  contact_email: 'maria.santos@silong.example',
  content: 'Is it still available?',
  currentPassword: 'narra-table-by-the-window',
  date: '2026-03-18',
  day: '2026-03-18',
  delivery: '0d9f7a52-6a5e-4a3c-9f0e-2f8a1c6b7d10',
  defaultLocation: 'Makati',
  description: 'Corner unit with a balcony.',
  details: 'The photos show another unit.',
  developer: 'Legazpi Land',
  device: 'Chrome on Windows',
  device_name: 'Office computer',
  email: 'ana.reyes@mail.example',
  ending: 'x9Qd',
  endpoint: 'https://push.example.com/send/3f2a7c1e',
  entity_type: 'property',
  file: 'silong-2026-03-18.tar.gz',
  file_name: 'silong-2026-03-18.tar.gz',
  first_day: '2026-03-18',
  expires_on: '2027-05-31',
  away_until: '2026-03-25',
  next_action_on: '2026-03-25',
  from: '2026-03-01',
  fromEmail: 'homes@silong.example',
  hash: '6c1f0b8de3a94f5cb2d7e8190a4f36d15be2c7408f9d1e6a3b5c70d2e4f81a96',
  initialMessage: 'Is it still available?',
  keyPrefix: '00',
  label: 'Photos',
  last_day: '2026-03-25',
  license_number: 'PRC 0012345',
  location: 'Makati',
  message: 'Is it still available?',
  month: '2026-03',
  name: 'Ana Reyes',
  newPassword: 'mango-tree-on-the-corner',
  newer: '2026-03-18T02:00:00.000Z',
  next_action: 'Send the floor plan',
  nonce: 'a3f1c97b52d04e86',
  note: 'Prefers a unit on a high floor.',
  number: '+639175550100',
  older: '2026-03-11T02:00:00.000Z',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  password: 'narra-table-by-the-window',
  path: '/properties/181',
  phone: '+639175550100',
  place: 'Makati',
  price: '12500000',
  province: 'Metro Manila',
  public_key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  quarter: '2026-Q1',
  query: 'location=Makati&listing_type=rent',
  rawId: 'AQIDBAUGBwgJCgsMDQ4PEA',
  reason: 'The photos show another unit.',
  reference: 'A-1042',
  reviewer_name: 'Ana Reyes',
  salt: '5f2c1b7e90a84d36',
  secret: 'JBSWY3DPEHPK3PXP',
  sender_name: 'Ana Reyes',
  sha256: '6c1f0b8de3a94f5cb2d7e8190a4f36d15be2c7408f9d1e6a3b5c70d2e4f81a96',
  signature: '9d1e6a3b5c70d2e4f81a96',
  siteDescription: 'Homes in Metro Manila',
  siteName: 'Silong',
  slug: 'makati',
  smtpHost: 'smtp.example.com',
  specialization: 'Condominiums',
  subject: '2-Bedroom Condo near Greenbelt',
  tag: '#1042',
  testEmail: 'office@silong.example',
  text: 'Thank you. It is still available.',
  tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  title: '2-Bedroom Condo near Greenbelt',
  to: '2026-03-31',
  token: 'Zk3v9Qd1xY7pL0aB5cN8mR2tW6uE4sH1oG0fJ7iK2lV',
  uri: 'otpauth://totp/Silong:ana.reyes@mail.example?secret=JBSWY3DPEHPK3PXP&issuer=Silong',
  url: 'https://crm.example.com/silong',
  userHandle: 'AQIDBAUGBwg',
  video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  wishes: 'Two bedrooms, a balcony, near the MRT.',
  'achievements[]': 'Agent of the year 2025',
  'amenities[]': 'Pool',
  'certifications[]': 'Licensed real estate broker',
  'changes[]': 'price',
  'emails[]': 'ana.reyes@mail.example',
  'events[]': 'inquiry.created',
  'features[]': 'Balcony',
  'floor_plans[]': '/media/44e7d0363935768beb5f144018e3bc248550b0ecdd051203bc397e8cbb8dacd7',
  'image_descriptions[]': 'Living room with a view of the park',
  'images[]': '/media/c02a179358b483509ab269fbe9a7f150f48d8848cad2e4bc1451607f6a923565',
  'languages[]': 'Filipino',
  'leftOut[]': 'video_url',
  'other_names[]': 'Legazpi Tower',
  'phones[]': '+639175550100',
  'problems[]': 'There are no properties in the file.',
  'recovery_codes[]': 'k7p2-9xqd-m3ta-w8rn',
  'tags[]': 'first home',
  'transports[]': 'internal',
  'unknown[]': 'broker_note',
  'unused[]': 'with a helper’s room',
};

/** Examples of names and texts by the part of the API. */
const wordsIn: Record<string, Record<string, string>> = {
  agents: { answer: 'Thank you, Ana. It was a pleasure.', title: 'Still available' },
  auth: { id: 'AQIDBAUGBwgJCgsMDQ4PEA' },
  buildings: { name: 'Legazpi Tower' },
  desk: { text: 'Prefers a unit on a high floor.' },
  lists: { name: 'Homes for the family', text: 'The kitchen looks small.' },
  office: { name: 'Reyes Realty' },
  offices: { name: 'Reyes Realty' },
  'saved-searches': { name: 'Rent in Makati' },
};

const numbers: Record<string, number> = {
  area: 78,
  area_sqm: 78,
  averagePropertyValue: 9_800_000,
  bathrooms: 2,
  bedrooms: 2,
  bytes: 48_213,
  budget_max: 13_000_000,
  budget_min: 9_000_000,
  days: 7,
  experience_years: 8,
  expected_price: 12_500_000,
  floor_level: 12,
  height: 1_080,
  lat: 14.5547,
  limit: 20,
  lng: 121.0244,
  max: 15_000_000,
  max_area: 120,
  max_price: 13_000_000,
  median: 9_800_000,
  min: 2_000_000,
  min_area: 60,
  min_price: 9_000_000,
  minimum: 1,
  page: 1,
  pages: 3,
  parking_slots: 1,
  percent: 40,
  price: 12_500_000,
  price_per_sqm: 160_256,
  rating: 5,
  smtpPort: 587,
  total: 42,
  totalPages: 3,
  version: 3,
  views: 128,
  width: 1_920,
  year_built: 2019,
};

const formats: Record<string, string> = {
  'date-time': '2026-03-18T02:00:00.000Z',
  date: '2026-03-18',
  time: '09:00',
  email: 'ana.reyes@mail.example',
  uri: 'https://silong.example/properties/181',
  uuid: '3f2a7c1e-8b4d-4e6f-9a0b-1c2d3e4f5a6b',
};

type Shared = Readonly<Record<string, JsonSchema>>;

interface ExampleOptions {
  /** Names of referenced records. */
  shared: Shared;
  io: 'input' | 'output';
  /** The part of the API, as the first word of its paths. */
  about: string;
  /** The field of the value. */
  name?: string;
}

const REFERENCE = '#/components/schemas/';

/** A value that fits the schema, without optional input. @returns undefined where the schema determines none. */
export function exampleOf(schema: JsonSchema, options: ExampleOptions): unknown {
  const { shared, name = '' } = options;
  if (schema.$ref) return exampleOf(shared[schema.$ref.slice(REFERENCE.length)] ?? {}, options);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (choices.length > 0) return exampleOf(choices.find(isSomething) ?? choices[0] ?? {}, options);
  if (schema.allOf) {
    const parts = (schema.allOf as JsonSchema[]).map((part) => exampleOf(part, options));
    return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  // 'string or null' is shown as text.
  const type = [schema.type].flat().find((one) => one !== 'null') ?? schema.type;
  if (type === 'object') return objectOf(schema, options);
  if (type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items : schema.prefixItems;
    if (items) return (items as JsonSchema[]).map((item) => exampleOf(item, options));
    const item = exampleOf((schema.items ?? {}) as JsonSchema, { ...options, name: `${name}[]` });
    return item === undefined ? [] : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item);
  }
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return numberOf(schema, name);
  if (type === 'string') return textOf(schema, name, options.about);
  if (type === 'null') return null;
  return name === 'id' || name.endsWith('_id') ? 12 : undefined;
}

const isSomething = ({ type, const: only }: JsonSchema) => type !== 'null' && only !== null && only !== '';

function objectOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  options: ExampleOptions,
): Record<string, unknown> {
  const { io, name = '' } = options;
  const wanted = Object.entries(properties).filter(([key]) => io === 'output' || required.includes(key));
  // A change with only optional fields shows some of them.
  const shown = wanted.length > 0 ? wanted : Object.entries(properties).slice(0, 2);
  const fields = shown.flatMap(([key, value]) => {
    const example = exampleOf(value as JsonSchema, { ...options, name: key });
    return example === undefined ? [] : [[key, example]];
  });
  if (fields.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(fields);
  const keys = typeof propertyNames === 'object' ? (propertyNames.enum ?? []) : [];
  const example = exampleOf(additionalProperties as JsonSchema, { ...options, name: `${name}{}` });
  return example === undefined ? {} : { [String(keys[0] ?? 'price')]: example };
}

function numberOf({ minimum, maximum, exclusiveMinimum }: JsonSchema, name: string): number {
  const given = numbers[name] ?? 12;
  const least = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : given);
  return Math.min(Math.max(given, least), maximum ?? given);
}

function textOf({ format, pattern, minLength = 0, maxLength }: JsonSchema, name: string, about: string) {
  const named = wordsIn[about]?.[name] ?? words[name];
  const known = [formats[format ?? ''], named, ...Object.values(formats)].filter(
    (text) => text !== undefined,
  );
  const fitting = pattern ? known.find((text) => new RegExp(pattern).test(text)) : known[0];
  // A field without any example shows its own name.
  const isNamed = pattern !== undefined || format !== undefined || named !== undefined;
  return ((isNamed ? fitting : name) ?? name).padEnd(minLength, '…').slice(0, maxLength);
}
