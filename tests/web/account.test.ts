import { expect, test } from 'vitest';
import { accountSections, placeInAccount } from '#web/app/account/accountSections.ts';

const placeAt = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://silong.example');
  return placeInAccount({ pathname, search, hash });
};

test.each([
  ['/dashboard', 'overview', null],
  ['/dashboard?tab=viewed', 'overview', null],
  ['/dashboard?tab=favorites', 'saved', 'homes'],
  ['/favorites?tag=near', 'saved', 'homes'],
  ['/lists', 'saved', 'lists'],
  ['/lists/12', 'saved', 'lists'],
  ['/saved-searches', 'saved', 'searches'],
  ['/dashboard?tab=messages', 'messages', null],
  ['/dashboard?tab=viewings', 'viewings', null],
  ['/dashboard?tab=settings', 'settings', null],
  ['/settings', 'settings', null],
  ['/settings?tab=privacy', 'settings', 'privacy'],
  ['/profile', 'settings', 'profile'],
  ['/profile#security', 'settings', 'security'],
])('%s stands in the account area under %s, %s', (address, section, part) => {
  expect(placeAt(address)).toEqual({ section, part });
});

test('each entry of a user’s list leads to the place that it names', () => {
  for (const section of accountSections('user')) {
    expect(placeAt(section.to).section, section.id).toBe(section.id);
    for (const { id, to } of section.parts) expect(placeAt(to), id).toEqual({ section: section.id, part: id });
  }
});

test('agents and administrators have their own overview', () => {
  expect(accountSections('agent')[0]?.to).toBe('/agent-dashboard');
  expect(accountSections('admin')[0]?.to).toBe('/admin-dashboard');
});
