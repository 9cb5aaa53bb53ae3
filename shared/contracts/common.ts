import { z } from 'zod';
import type { AdminAbility } from '../adminRoles.ts';
import type { TokenScope } from '../apiAccess.ts';
import { MAX_BULK_ROWS, MAX_PHONE_LENGTH, MAX_SEARCH_LENGTH } from '../limits.ts';
import { type Message, msg } from '../messages.ts';
import { formatPhone } from '../phones.ts';
import { presentedLine, presentedLines } from '../plainText.ts';
import { cleanLine, cleanLines, hasLostLetter, hasWebAddress } from '../writtenText.ts';

/** Every failure the API can answer with, by its stable code. Clients branch on the code, never on the sentence. */
export const errorStatus = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  bad_gateway: 502,
  maintenance: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A challenge to solve instead of waiting. */
export const challenge = z
  .object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string().optional(),
      data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
    signature: z.string(),
  })
  .meta({
    description:
      'A proof of work (altcha-lib, version 2). Solved, it goes with the same call in the header X-Challenge-Solution: the base64 of the JSON {challenge, solution: {counter, derivedKey}}. Good once, for five minutes, for this kind of call.',
  });
export type Challenge = z.infer<typeof challenge>;

export interface SuccessBody<Data> {
  success: true;
  data: Data;
}

export const issue = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issue>;

export const errorBody = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  /** The values of the sentence, for clients with a wording of their own. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  issues: z.array(issue).optional(),
  /** With `challenge_required`: its solution lets the call go on at once. */
  challenge: challenge.optional(),
  /** With a conflict: what is there now, in the form of the call's answer. */
  data: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const MAX_PAGE_SIZE = 100;
export const MAX_ID = 2_147_483_647;

/** `Number` would also read '0x10' and '1e3': a mistyped id must not name another record. */
const digitsOnly = (text: string) => (/^\s*\d+\s*$/.test(text) ? text : Number.NaN);

export const id = z.preprocess(
  digitsOnly,
  z.coerce
    .number<string>({ error: msg('Must be a number').id })
    .int()
    .min(1)
    .max(MAX_ID),
);

/** A day such as 2026-01-31. Rules over several days run only once each is valid. */
export const calendarDay = ({ id: error } = msg('Enter a date such as 2026-01-31')) =>
  z.iso.date({ error, abort: true });

/** Of a list that is counted without duplicates: a longer one is refused unread. */
export const MAX_GIVEN_ITEMS = 1_000;

/** Ids in a body are real numbers, not text that looks like one. */
export const bodyId = z.number().int().min(1).max(MAX_ID);

/** Chosen rows of an admin's list, without duplicates. */
export const bulkIds = z
  .array(bodyId)
  .min(1, msg('Choose at least one row').id)
  .max(MAX_BULK_ROWS, msg('Choose at most {maximum} rows').id)
  .transform((ids) => [...new Set(ids)]);

/**
 * The result of each row, in the order they were sent in. Each row is decided by itself: a refused row does not keep
 * the others from being changed.
 * @param before the former value of a row, which restores it.
 */
export const bulkAnswer = <Before extends z.ZodType>(before: Before) =>
  z.object({
    results: z.array(
      z.object({
        id: z.number(),
        /** Null of a row that is not there any more. */
        name: z.string().nullable(),
        outcome: z.enum(['changed', 'unchanged', 'refused']),
        before: before.nullable(),
        /** Why it was refused, as the call about this row alone would have said it. */
        error: z.string().nullable(),
        code: z.string().nullable(),
      }),
    ),
    changed: z.number(),
  });

/** A whole number in a query string. An empty value, of which `Number` makes 0, is refused. */
export function queryInteger(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, msg('{field} must be a whole number').id)
    .transform(Number)
    .pipe(
      z.number().min(min, msg('{field} must be at least {minimum}').id).max(max, msg('{field} is too large').id),
    );
}

/** The number of entries that a call asks for: lowered to the most that it answers. */
export const queryLimit = (most = MAX_PAGE_SIZE) =>
  queryInteger(1, 1_000_000).transform((limit) => Math.min(limit, most));

/** `page` below 1 or not a number is an error. */
export const paginationQuery = (defaultLimit: number) => ({
  page: queryInteger(1, 1_000_000).default(1),
  limit: queryLimit().default(defaultLimit),
});

/** A place in a list sorted by time and id: both of its entry, as '2026-11-22T08:00:00.000Z,12'. */
const listPlace = z
  .string()
  .regex(
    /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?,[1-9]\d{0,9}$/,
    msg('before must be the time and the id of an entry, with a comma between').id,
  )
  .transform((text, check) => {
    const [time = '', entryId] = text.split(',');
    const at = time === '' ? null : new Date(time);
    const place = { at, id: Number(entryId) };
    if ((at && Number.isNaN(at.getTime())) || place.id > MAX_ID) {
      check.addIssue({ code: 'custom', message: msg('before is missing a time or an id').id });
      return z.NEVER;
    }
    return place;
  });

/** `at` is null for an entry that has no time; these come last. */
export type ListPlace = z.output<typeof listPlace>;

export const beforeQuery = { before: listPlace.optional() };

/** The part of a list that comes after the entry named by `before`; without `limit` as many as the call says. */
export const listPartQuery = { ...beforeQuery, limit: queryLimit().optional() };

export const pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  pages: z.number(),
  totalPages: z.number(),
});
export type Pagination = z.infer<typeof pagination>;

/** `pages` and `totalPages` say the same: the specification uses both names. */
export function buildPagination(page: number, limit: number, total: number): Pagination {
  const pages = Math.ceil(total / limit);
  return { page, limit, total, pages, totalPages: pages };
}

const atMost = (max: number, clean: (text: string) => string, whenBlank?: Message) =>
  z
    .string(whenBlank && { error: whenBlank.id })
    .overwrite(clean)
    .min(whenBlank ? 1 : 0, whenBlank?.id)
    .max(max, msg('Must be at most {maximum} characters').id);

const LOST_LETTER = msg('A letter of this text was lost on its way and is “�” now. Please type it again.').id;

/** For what is compared, searched and exported. */
export const withAllLetters = (text: z.ZodString) => text.refine((given) => !hasLostLetter(given), LOST_LETTER);

const orNull = (text: z.ZodString, format = (given: string) => given) =>
  text
    .transform((given) => (given === '' ? null : format(given)))
    .nullable()
    .optional();

/** Text of one or more lines, at least one and at most `max` characters, with the specification's own sentence when blank. */
export const requiredText = (max: number, whenBlank: Message) => atMost(max, cleanLines, whenBlank);
/** The same in one line: line breaks in it are blanks. */
export const requiredLine = (max: number, whenBlank: Message) => withAllLetters(atMost(max, cleanLine, whenBlank));

/** Text that is presented to visitors, and may come as HTML from Word, a feed or another portal: stored as plain lines. */
export const presentedText = (max: number, whenBlank: Message) =>
  withAllLetters(atMost(max, presentedLines, whenBlank));
/** The same in one line. */
export const presentedTitle = (max: number, whenBlank: Message) =>
  withAllLetters(atMost(max, presentedLine, whenBlank));
export const optionalPresentedText = (max: number) => orNull(withAllLetters(atMost(max, presentedLines)));
export const optionalPresentedTitle = (max: number) => orNull(withAllLetters(atMost(max, presentedLine)));

/** Text that may be left out where something else is sent in its place; blank or left out is ''. */
export const possibleText = (max: number) => atMost(max, cleanLines).default('');

/** Blank counts as not given and is stored as null. */
export const optionalText = (max: number) => orNull(atMost(max, cleanLines));
export const optionalLine = (max: number, format?: (text: string) => string) =>
  orNull(withAllLetters(atMost(max, cleanLine)), format);

/** The name of a person, an office, a building or a list: mails use it in subjects and greetings. */
export const nameText = (max: number, whenBlank: Message) =>
  requiredLine(max, whenBlank).refine(
    (name) => !hasWebAddress(name),
    msg('A name cannot contain a web address').id,
  );

/** A telephone number, stored in one form whatever the typed form. */
export const optionalPhone = () => optionalLine(MAX_PHONE_LENGTH, formatPhone);

export const isoTime = z.string().meta({ format: 'date-time' });

export type Access = 'anyone' | 'user' | 'agent' | 'admin';

/** The largest JSON body of a call, unpacked, and the refusal of a larger one. */
export interface BodyLimit {
  megabytes: number;
  tooLarge: Message;
}

export const USUAL_BODY_LIMIT: BodyLimit = { megabytes: 1, tooLarge: msg('The request is too large') };

/** Actions to guess, flood or copy with, bounded in the settings (`security.max…`). Of sign-ins only failed ones count. */
export type LimitedAction =
  | 'signIns'
  | 'registrations'
  | 'passwordResets'
  | 'inquiries'
  | 'conversations'
  | 'messages'
  | 'viewings'
  | 'freeTimes'
  | 'invitations'
  | 'reports'
  | 'reviews'
  | 'exports'
  | 'pushTests'
  | 'webhookTests';

/** Facts of a call that the server's middleware acts on. Most calls leave them as `defineCall` sets them. */
export interface CallFacts {
  /** Bodies above the usual limit are read only for callers who may make the call, and few at a time. */
  bodyLimit: BodyLimit;
  /** 'perCaller': counts towards the caller's requests per minute. 'none': for probes, which share a proxy's address. */
  rateLimit: 'perCaller' | 'none';
  /** The action whose budget a call uses up, and the field that names its target. */
  budget?: { action: LimitedAction; target?: `${'params' | 'body'}.${string}` };
  /** Whether everyone is answered while the site is closed for maintenance; admins always are. */
  answersInMaintenance: boolean;
  /** Whether it is answered over plain HTTP even where HTTPS is enforced, as load balancers ask it. */
  allowsPlainHttp: boolean;
  /** Whether it needs a fresh proof of identity; see `requireConfirmedIdentity`. */
  stepUp: boolean;
  /** Opens the call to personal API tokens. Where anyone may call, a token without the scope is treated as a guest. */
  scope?: TokenScope | undefined;
  /** 'revalidate': browsers may keep a public answer and ask each time, by its ETag, whether it still holds. */
  cache: 'noStore' | 'revalidate';
}

/**
 * One HTTP call: input, answer and access. The server mounts routes from these, and the OpenAPI document is written
 * from them. `access: 'anyone'` still gives the handler the signed-in user, if there is one.
 */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Kind extends Access = Access,
> extends CallFacts {
  method: 'get' | 'post' | 'put' | 'delete';
  /** OpenAPI form: /api/properties/{id} */
  path: `/api/${string}`;
  access: Kind;
  /** The ability that an administrator's role must include; null: other accounts make the call. */
  ability: Kind extends 'admin' ? AdminAbility : null;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  status?: 200 | 201;
  /** Failures beyond those that follow from access, method and path: listed in the API's description. */
  failures?: readonly (401 | 403 | 404)[];
  /** For readers of the API's description: a possible request and its answer. */
  example?: { body?: z.input<Body>; answer?: z.output<Answer> };
  /** The body is multipart/form-data with one file in this field; the handler reads it. */
  fileField?: string;
  /** The body is of one of these media types, as it is; the handler reads it. The first one is the usual one. */
  rawTypes?: readonly [string, ...string[]];
  /** The answer is a file of this media type, not JSON; failures are JSON as everywhere. */
  fileType?: string;
}

/** Of a call that says nothing of its body. */
export const anyBody = z.unknown();
const nothing = z.object({});
type Nothing = typeof nothing;

type CallDraft<Whole extends Call> = Pick<Whole, 'summary' | 'answer'> &
  Partial<Omit<Whole, 'method' | 'path' | 'access' | 'ability' | 'scope'>>;

type Caller = Exclude<Access, 'admin'> | `${Exclude<Access, 'admin'>} ${TokenScope}` | `admin ${AdminAbility}`;
type AccessOf<Allowed extends Caller> = Allowed extends `${infer Kind extends Access} ${string}` ? Kind : Allowed;

type Route = `${Uppercase<Call['method']>} ${Call['path']}`;
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type IdParams<Own extends Route> = z.ZodType<
  { [Name in ParamNames<Own>]: z.output<typeof id> },
  { [Name in ParamNames<Own>]: z.input<typeof id> }
>;

/**
 * @param caller an account of which kind may call: `admin` with the ability its role needs, others with the scope that
 * opens the call to API tokens, as `agent clients:read`.
 * @param route method and path, as `GET /api/properties/{id}`, whose parameters are ids unless said otherwise.
 */
export function defineCall<
  Answer extends z.ZodType,
  Allowed extends Caller,
  Own extends Route,
  Params extends z.ZodType = IdParams<Own>,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = z.ZodUnknown,
>(
  caller: Allowed,
  route: Own,
  facts: CallDraft<Call<Params, Query, Body, Answer>>,
): Call<Params, Query, Body, Answer, AccessOf<Allowed>> {
  const [access, right] = caller.split(' ') as [AccessOf<Allowed>, string | undefined];
  const [method, path] = route.split(' ') as [string, Call['path']];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    bodyLimit: USUAL_BODY_LIMIT,
    rateLimit: 'perCaller',
    answersInMaintenance: false,
    allowsPlainHttp: false,
    stepUp: false,
    cache: 'noStore',
    params: z.object(Object.fromEntries(names.map((name) => [name, id]))) as unknown as Params,
    query: nothing as unknown as Query,
    body: anyBody as unknown as Body,
    ability: (access === 'admin' ? right : null) as never,
    scope: access === 'admin' ? undefined : (right as TokenScope | undefined),
    ...facts,
    access,
    method: method.toLowerCase() as Call['method'],
    path,
  };
}

/** A filter left empty in the address (`?location=`) is no filter. */
export const optionalInQuery = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value: z.input<Schema> | '' | undefined) => (value === '' ? undefined : value), schema.optional());

export const searchQuery = optionalInQuery(z.string().trim().max(MAX_SEARCH_LENGTH, msg('Search is too long').id));
export const orderQuery = optionalInQuery(z.enum(['asc', 'desc']));

/** Of an admin's list. */
export const ADMIN_PAGE_SIZE = 10;

/** A page of an admin's list: all entries, or those of one status. */
export const statusPage = <Status extends string>(statuses: readonly Status[]) =>
  z.object({ ...paginationQuery(ADMIN_PAGE_SIZE), status: optionalInQuery(z.enum(['all', ...statuses])) });

/** A call that answers rows as a CSV file. */
export const csvFile = { budget: { action: 'exports' }, answer: z.string(), fileType: 'text/csv' } as const;
