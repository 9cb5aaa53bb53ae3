import { expect, expectTypeOf, test } from 'vitest';
import { api } from '#shared/api.ts';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import { findCall } from '#web/features/offline/createOutbox.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, keyOf, queryOf } from '#web/lib/apiQueries.ts';
import { type CallName, type InputOf, methodOf, pathOf, routes } from '#web/lib/calls.ts';
import { LISTING_ANSWER } from '#web/lib/keptAnswers.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';

const calls = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries(contract as Record<string, { method: string; path: string }>).map(([name, call]) => ({
    name: `${feature}.${name}` as CallName,
    ...call,
  })),
);

test('each call has the method and the path of its contract', () => {
  expect([...routes.keys()]).toEqual(calls.map(({ name }) => name));
  for (const { name, method, path } of calls) {
    expect(methodOf(name)).toBe(method.toUpperCase());
    expect(decodeURI(pathOf(name as 'site.get'))).toBe(path.replace(/\{\w+\}/g, 'undefined'));
  }
});

test('an address has its parameters, and a query without what is empty', () => {
  expect(pathOf('offers.list', { params: { id: 7 } })).toBe('/api/properties/7/offers');
  expect(pathOf('backups.download', { params: { name: 'a/b' } })).toBe('/api/admin/settings/backups/a%2Fb');
  expect(pathOf('properties.list', { query: { search: 'sea view', location: '', page: 2 } })).toBe(
    '/api/properties?search=sea+view&page=2',
  );
});

test('a path leads back to its call; a fixed one goes before one with parameters', () => {
  for (const { name, method, path } of calls) {
    const address = path.replace(/\{\w+\}/g, '7');
    expect(findCall(method.toUpperCase(), address)?.call, address).toBe(name);
  }
  expect(findCall('PUT', '/api/desk/clients/3/notes/4')).toEqual({
    call: 'desk.updateNote',
    params: { id: '3', noteId: '4' },
  });
  expect(findCall('PUT', '/api/nothing')).toBeNull();
});

test('the service worker keeps the answers of these calls', () => {
  const kept = calls.filter(
    ({ method, path }) => method === 'get' && LISTING_ANSWER.test(path.replace(/\{\w+\}/g, '7')),
  );
  expect(kept.map(({ name }) => name).sort()).toEqual([
    'properties.byIds',
    'properties.facets',
    'properties.get',
    'properties.history',
    'properties.list',
    'properties.map',
    'properties.mapClusters',
    'site.get',
  ]);
});

test('answers are invalidated by call and by feature', async () => {
  const client = currentQueryClient();
  const keys = [keyOf('offers.list', { params: { id: 1 } }), keyOf('site.get')] as const;
  for (const key of keys) client.setQueryData<unknown>(key, {});
  expect(keys).toEqual([
    ['offers.list', { params: { id: 1 } }],
    ['site.get', {}],
  ]);
  const invalidated = () => keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
  await invalidate(client, 'offers');
  expect(invalidated()).toEqual([true, false]);
  await invalidate(client, 'site.get');
  expect(invalidated()).toEqual([true, true]);
});

test('input and answer are those of the contract', () => {
  expectTypeOf(callApi<'conversations.list'>).returns.resolves.toEqualTypeOf<Conversation[]>();
  expectTypeOf(callApi<'conversations.send'>).returns.resolves.toEqualTypeOf<Message>();
  expectTypeOf<InputOf<'offers.list'>['params']>().toEqualTypeOf<{ id: string | number }>();
  const wrong = () => {
    // @ts-expect-error no such call
    queryOf('offers.none');
    // @ts-expect-error a parameter is missing
    queryOf('offers.list');
    // @ts-expect-error another parameter
    queryOf('offers.list', { params: { offer: 1 } });
    // @ts-expect-error no such filter
    queryOf('properties.list', { query: { colour: 'red' } });
    // @ts-expect-error no such value
    queryOf('properties.list', { query: { status: 'eaten' } });
    // @ts-expect-error a field of the body is missing
    void callApi('auth.login', { body: { email: '' } });
    // @ts-expect-error a call without a body
    void callApi('offers.dispute', { params: { id: 1 }, body: { why: '' } });
  };
  expect(wrong).toBeTypeOf('function');
});
