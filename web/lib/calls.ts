import routesText from 'virtual:api-routes';
import type { z } from 'zod';
import type { Api, Feature } from '#shared/api.ts';
import type { Call } from '#shared/contracts/common.ts';

export type { Feature };

/** Feature and name of a call of the API: 'offers.dispute'. */
export type CallName = {
  [Name in Feature]: `${Name}.${keyof Api[Name] & string}`;
}[Feature];

type Contract<Name extends CallName> = Name extends `${infer Of extends Feature}.${infer Own}`
  ? Own extends keyof Api[Of]
    ? Extract<Api[Of][Own], Call>
    : never
  : never;

/** A value of an address, which carries text: numbers and booleans are written as such. Empty ones are left out. */
type Written<Value> = Value extends string
  ? string extends Value
    ? string | number | boolean
    : 'true' extends Value
      ? Value | boolean
      : Value
  : Value;

type OptionalKeys<Fields> = {
  [Key in keyof Fields]-?: undefined extends Fields[Key] ? Key : never;
}[keyof Fields];
type QueryFields<Fields> = {
  [Key in Exclude<keyof Fields, OptionalKeys<Fields>>]: Written<Fields[Key]>;
} & { [Key in OptionalKeys<Fields>]?: Written<Fields[Key]> | null };

type Part<Name extends string, Value> = keyof Value extends never
  ? { [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** The part of a call's input that is in its address. */
type AddressOf<Name extends CallName> = Part<
  'params',
  { [Key in keyof z.input<Contract<Name>['params']>]: string | number }
> &
  Part<'query', QueryFields<z.input<Contract<Name>['query']>>>;

/** The input of a call as its contract reads it: parameters of the path, query and body. */
export type InputOf<Name extends CallName> = AddressOf<Name> & Part<'body', z.input<Contract<Name>['body']>>;

/** The data that a call answers, by its contract. */
export type AnswerOf<Name extends CallName> = z.output<Contract<Name>['answer']>;

/** The input may be left out where nothing in it is required. */
type Argument<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];
export type InputArgument<Name extends CallName> = Argument<InputOf<Name>>;

type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;

/** Any call's input, for code that works on all calls. */
export interface AnyInput {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, QueryValue>> | undefined;
  body?: unknown;
}

/** Forms that reach other people. Each is sent once, though the line breaks and it is sent again. */
const sendingCalls = [
  'inquiries.create',
  'inquiries.reply',
  'lists.comment',
  'lists.invite',
  'offers.dispute',
  'offices.invite',
  'propertyTool.publish',
  'propertyWrite.publish',
  'reports.create',
  'reviews.answer',
  'reviews.write',
  'viewings.request',
] as const satisfies readonly CallName[];
export type SendingCall = (typeof sendingCalls)[number];

export const isSendingCall = (name: CallName): name is SendingCall =>
  (sendingCalls as readonly CallName[]).includes(name);

/** Where the API is described for people. */
export const DOCS_PATH = '/api/docs';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const methods: Record<string, Method> = { ' ': 'GET', '+': 'POST', '=': 'PUT', '-': 'DELETE' };

type Route = [method: Method, path: string];

/** The routes by the names of their calls, in the order of the API. */
export const routes = readRoutes(routesText);

/** @param text as build/apiRoutes.ts writes it */
function readRoutes(text: string): ReadonlyMap<CallName, Route> {
  const read = new Map<CallName, Route>();
  let feature = '';
  let path: string[] = [];
  for (const line of text.split('\n')) {
    const [, name = '', sign, shared, own] = /^(\w+)(?:(\W)(\d)(.*))?$/.exec(line) ?? [];
    if (sign) {
      path = [...path.slice(0, Number(shared)), ...(own ? own.split('/') : [])];
      read.set(`${feature}.${name}` as CallName, [methods[sign] ?? 'GET', path.join('/')]);
    } else feature = name;
  }
  return read;
}

/** @throws {TypeError} for a name that no call has. */
function routeOf(name: CallName): Route {
  const route = routes.get(name);
  if (!route) throw new TypeError(`The API has no call ${name}`);
  return route;
}

export const methodOf = (name: CallName): Method => routeOf(name)[0];

/** The address of a call on the server, with its query. */
export const pathOf = <Name extends CallName>(name: Name, ...[input]: Argument<AddressOf<Name>>): string =>
  addressOf(name, input as AnyInput | undefined);

/** The same for any call. */
export function addressOf(name: CallName, { params = {}, query }: AnyInput = {}): string {
  const path = routeOf(name)[1].replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  return path + toQueryString(query);
}

function toQueryString(query: AnyInput['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (Array.isArray(value)) for (const one of value) parameters.append(name, String(one));
    else if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  const text = parameters.toString();
  return text ? `?${text}` : '';
}
