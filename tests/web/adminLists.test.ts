import { expect, test } from 'vitest';
import { AUDIT_PAGE_SIZE as SERVER_AUDIT_PAGE_SIZE } from '#shared/contracts/auditLog.ts';
import { ADMIN_PAGE_SIZE } from '#shared/contracts/common.ts';
import { adminConversationQuery } from '#shared/contracts/conversations.ts';
import { type AdminProperty, adminPropertyQuery } from '#shared/contracts/properties.ts';
import { ownProperty } from '#shared/contracts/propertyWrites.ts';
import { adminUserQuery } from '#shared/contracts/users.ts';
import { aProperty } from '#tests/web/aProperty.ts';
import { AUDIT_PAGE_SIZE, auditSchema } from '#web/features/auditLog/auditLog.ts';
import {
  CONVERSATIONS_PAGE_SIZE,
  conversationsSchema,
} from '#web/features/conversations/moderation/MessagesSection.tsx';
import { propertiesSchema } from '#web/features/properties/moderation/PropertiesSection.tsx';
import {
  isTakingOff,
  joinLocation,
  splitPictures,
  toOwnProperty,
} from '#web/features/properties/moderation/PropertyDialogs.tsx';
import { USERS_PAGE_SIZE, usersSchema } from '#web/features/users/users.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { readSection, sectionAddress } from '#web/lib/dashboards.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { describeSort, nextSort, readSort, resultsWords } from '#web/ui/dataTable/DataTable.tsx';
import {
  changeListState,
  clearFilters,
  hasFilters,
  orderList,
  readListState,
  withoutPage,
  writeListState,
} from '#web/ui/list/listState.ts';

const read = (address: string) => readListState(usersSchema, new URLSearchParams(address));

test('an address without parameters is the usual list', () => {
  expect(read('tab=users')).toEqual({
    search: '',
    role: 'all',
    status: 'all',
    application: 'all',
    confirmed: 'all',
    joined_from: '',
    joined_to: '',
    sort: 'created_at',
    order: 'desc',
    page: 1,
  });
  expect(hasFilters(usersSchema, read('tab=users&sort=name&page=3'))).toBe(false);
});

test('what an address says wrongly is left out', () => {
  expect(read('role=king&status=&sort=password&page=0')).toEqual(read(''));
  expect(read('page=two').page).toBe(1);
  expect(read('page=1.5').page).toBe(1);
  expect(adminUserQuery.safeParse({ page: String(read('page=99999999').page) }).success).toBe(true);

  const audit = (address: string) => readListState(auditSchema, new URLSearchParams(address));
  expect(audit('actor=me&entity_id=0x1&from=yesterday&to=2026-13-01')).toEqual(audit(''));
  const understood = { actor: '7', entity_id: '12', from: '2026-11-01', to: '2026-11-30' };
  expect(audit(String(new URLSearchParams(understood)))).toMatchObject(understood);
});

test('a state comes back out of its address, and other parameters stay in it', () => {
  const state = { ...read(''), search: 'maría s', role: 'agent' as const, page: 4 };
  const params = writeListState(usersSchema, state, new URLSearchParams('tab=users&status=pending'));
  expect(params.get('tab')).toBe('users');
  expect(params.has('status')).toBe(false);
  expect(readListState(usersSchema, params)).toEqual(state);
});

test('a filter leads back to page 1, a page only to itself', () => {
  const state = read('page=5&role=agent');
  expect(changeListState(state, { status: 'suspended' })).toMatchObject({ page: 1, role: 'agent' });
  expect(changeListState(state, { page: 6 })).toEqual({ ...state, page: 6 });
});

test('clearing takes the filters away and keeps the order', () => {
  const state = read('search=ana&role=agent&sort=name&order=asc&page=2');
  expect(hasFilters(usersSchema, state)).toBe(true);
  expect(clearFilters(usersSchema, state)).toEqual({ ...read(''), sort: 'name', order: 'asc' });
});

test('the calls understand every word the lists know', () => {
  const plans = [
    { plan: usersSchema, query: adminUserQuery },
    { plan: propertiesSchema, query: adminPropertyQuery },
    { plan: conversationsSchema, query: adminConversationQuery },
  ];
  const samples: Record<string, string[]> = { text: ['ana'], day: ['2026-11-30'] };
  for (const { plan, query } of plans)
    for (const [name, known] of Object.entries(plan))
      for (const word of typeof known === 'string' ? (samples[known] ?? []) : known)
        expect(query.safeParse({ [name]: word }).success, `${name}=${word}`).toBe(true);
  expect(withoutPage(read('page=2'))).not.toHaveProperty('page');
});

test('page sizes are the specified ones', () => {
  expect([USERS_PAGE_SIZE, CONVERSATIONS_PAGE_SIZE]).toEqual([ADMIN_PAGE_SIZE, ADMIN_PAGE_SIZE]);
  expect(AUDIT_PAGE_SIZE).toBe(SERVER_AUDIT_PAGE_SIZE);
});

test('sections are read from the address', () => {
  expect(readSection(new URLSearchParams(''))).toBe('overview');
  expect(readSection(new URLSearchParams('tab=nowhere'))).toBe('overview');
  expect(readSection(new URLSearchParams('tab=audit'))).toBe('audit');
  expect(sectionAddress('users', { role: 'agent' })).toBe('/admin-dashboard?tab=users&role=agent');
});

test('results are counted as specified', () => {
  expect(resultsWords({ page: 1, limit: 10, total: 45 })).toBe('Showing 1 to 10 of 45 results');
  expect(resultsWords({ page: 5, limit: 10, total: 45 })).toBe('Showing 41 to 45 of 45 results');
  expect(resultsWords({ page: 108, limit: 20, total: 2_150 })).toBe('Showing 2,141 to 2,150 of 2,150 results');
});

test('pressing a heading sorts by it, pressing it again turns it round', () => {
  const byName = nextSort({ key: 'created_at', order: 'desc' }, 'name');
  expect(byName).toEqual({ key: 'name', order: 'asc' });
  expect(nextSort(byName, 'name')).toEqual({ key: 'name', order: 'desc' });
  expect(readSort(describeSort(byName))).toEqual(byName);
});

test('an order the list does not know changes nothing', () => {
  const state = read('page=3');
  expect(orderList(usersSchema, state, { key: 'name', order: 'asc' })).toEqual({
    ...state,
    sort: 'name',
    order: 'asc',
    page: 1,
  });
  expect(orderList(usersSchema, state, { key: 'password', order: 'asc' })).toBe(state);
});

test('the banner says the server’s sentence, else the specified one', () => {
  const words = ['Failed to fetch users', 'Failed to load users'] as const;
  const refusal = new ApiFailure(409, 'conflict', 'Email already exists', []);
  expect(failureSentence(refusal, ...words)).toBe('Email already exists');
  expect(failureSentence(new ApiFailure(502, 'bad_answer', 'x', []), ...words)).toBe('Failed to fetch users');
  expect(failureSentence(new NetworkFailure('x'), ...words)).toBe('Failed to load users');
});

const listing: AdminProperty = {
  ...aProperty(),
  status: 'rejected',
  listing_status: 'sold',
  moderation_reason: 'The photos show another building.',
};

test('the form gets a listing as its agent sees it', () => {
  const own = toOwnProperty(listing);
  expect(own).toMatchObject({
    status: 'sold',
    moderation_status: 'rejected',
    moderation_reason: listing.moderation_reason,
  });
  expect(ownProperty.strict().safeParse(own).success).toBe(true);
});

test('only what hides a listing for good asks why', () => {
  expect((['active', 'pending', 'inactive', 'rejected'] as const).filter(isTakingOff)).toEqual([
    'inactive',
    'rejected',
  ]);
});

test('places are joined, and what is missing leaves no comma', () => {
  const location = { address: 'Ayala Avenue', city: 'Makati City', province: '', coordinates: null };
  expect(joinLocation(location)).toBe('Ayala Avenue, Makati City');
});

test('eight pictures are shown, the rest are counted', () => {
  const images = Array.from({ length: 11 }, (_, index) => `/media/${index}`);
  expect(splitPictures(images)).toEqual({ shown: images.slice(0, 8), more: 3 });
  expect(splitPictures(images.slice(0, 8)).more).toBe(0);
});
