import { describe, expect, test } from 'vitest';
import {
  type OwnListState,
  ownListSchema,
  readFormRequest,
  withFormRequest,
} from '#web/features/properties/own/queries.ts';
import { bulkQuestion } from '#web/features/properties/statusWords.ts';
import { changeListState, hasFilters, readListState, writeListState } from '#web/ui/list/listState.ts';

const at = (address: string) => new URLSearchParams(address);
const read = (params: URLSearchParams) => readListState(ownListSchema, params);
const withListState = (params: URLSearchParams, changes: Partial<OwnListState>) =>
  writeListState(ownListSchema, changeListState(read(params), changes), params);

describe('the address of My Properties', () => {
  test('says which listings are shown', () => {
    expect(read(at('tab=properties&search=%20loft%20&status=sold&to_confirm=1&draft=1&page=3'))).toEqual({
      search: 'loft',
      status: 'sold',
      to_confirm: '1',
      draft: '1',
      page: 3,
    });
  });

  test.each(['page=0', 'page=-1', 'page=1e9', 'page=x', 'status=gone', 'search=%20'])(
    'reads %s as if nothing had been asked',
    (address) => {
      const state = read(at(address));
      expect(state).toEqual({ search: '', status: '', to_confirm: '', draft: '', page: 1 });
      expect(hasFilters(ownListSchema, state)).toBe(false);
    },
  );

  test('other filters begin at the first page, and the tab stays', () => {
    const before = at('tab=properties&status=sold&page=3');
    expect(withListState(before, { search: 'villa' }).toString()).toBe('tab=properties&status=sold&search=villa');
    expect(withListState(before, { page: 2 }).toString()).toBe('tab=properties&status=sold&page=2');
    expect(withListState(before, { status: '' }).toString()).toBe('tab=properties');
    expect(before.toString()).toBe('tab=properties&status=sold&page=3');
  });

  test('opens one form at a time, over the same list', () => {
    expect(readFormRequest(at('tab=properties&new=1'))).toEqual({ kind: 'create' });
    expect(readFormRequest(at('edit=12'))).toEqual({ kind: 'edit', id: 12 });
    expect(readFormRequest(at('copy=12'))).toEqual({ kind: 'duplicate', id: 12 });
    for (const address of ['', 'new=0', 'edit=x', 'edit=0', 'copy='])
      expect(readFormRequest(at(address))).toBeNull();
    const editing = withFormRequest(at('tab=properties&page=2&new=1'), { kind: 'edit', id: 7 });
    expect(editing.toString()).toBe('tab=properties&page=2&edit=7');
    expect(withFormRequest(editing, null).toString()).toBe('tab=properties&page=2');
  });
});

test('marking several names how many, and who is told', () => {
  expect(bulkQuestion(1, 'available').title).toBe('Mark 1 property as Available?');
  expect(bulkQuestion(3, 'sold')).toEqual({
    title: 'Mark 3 properties as Sold?',
    text: expect.stringContaining('that it was sold'),
  });
  expect(bulkQuestion(3, 'pending').text).not.toContain('told');
});
