import { expect, test } from 'vitest';
import { policyPath, readPolicy } from '#desktop/main/policyFile.ts';

const reading = (text: string) => readPolicy('/etc/silong/policy.json', () => text);

test('it lies where only the machine’s administrator can write', () => {
  expect(policyPath('linux', {})).toBe('/etc/silong/policy.json');
  expect(policyPath('darwin', {})).toBe('/Library/Application Support/Silong/policy.json');
  expect(policyPath('win32', { ProgramData: 'D:\\ProgramData' })).toBe(
    'D:\\ProgramData\\Silong\\policy.json',
  );
});

test('no file is no policy', () => {
  const missing = () => {
    throw Object.assign(new Error('gone'), { code: 'ENOENT' });
  };
  expect(readPolicy('/etc/silong/policy.json', missing)).toEqual({
    policy: {},
    isManaged: false,
    problem: null,
  });
});

test('what it lays down is read', () => {
  const { policy, isManaged } = reading(
    '{"serverUrl":"https://homes.example/path","idleLockMinutes":10,"organisation":"Reyes Realty"}',
  );
  expect(isManaged).toBe(true);
  expect(policy).toEqual({
    serverUrl: 'https://homes.example',
    idleLockMinutes: 10,
    organisation: 'Reyes Realty',
  });
});

test.each([
  ['not JSON', '{'],
  ['a word it does not know', '{"disableCahce":true}'],
  ['an address of another kind', '{"serverUrl":"file:///etc/passwd"}'],
  ['minutes that are none', '{"idleLockMinutes":"soon"}'],
])('%s forbids whatever can be forbidden, and says why', (_what, text) => {
  const { policy, problem } = reading(text);
  expect(policy).toEqual({ disableCache: true, disableUpdates: true, disableDevTools: true });
  expect(problem).toContain('/etc/silong/policy.json');
});

test('one that may not be read is a policy all the same', () => {
  const refused = () => {
    throw Object.assign(new Error('no'), { code: 'EACCES' });
  };
  expect(readPolicy('/etc/silong/policy.json', refused).policy.disableCache).toBe(true);
});
