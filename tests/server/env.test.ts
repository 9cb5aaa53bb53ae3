import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

test('what is asked about passwords is asked over https, or on this very machine', () => {
  const read = (BREACHED_PASSWORDS_URL: string) => readEnv({ BREACHED_PASSWORDS_URL }).breachedPasswordsUrl;
  for (const address of ['http://range.example/range', 'http://192.0.2.7/range', 'http://127.0.0.1.example/'])
    expect(() => read(address), address).toThrow(
      'BREACHED_PASSWORDS_URL must begin with https://, unless it is on this machine.',
    );
  for (const address of ['range.example', 'ftp://localhost/range'])
    expect(() => read(address), address).toThrow('must be an address beginning with http:// or https://');
  for (const address of [
    'https://range.example/range',
    'http://127.0.0.1:8080/range',
    'http://[::1]/range',
    'http://localhost/range',
  ])
    expect(read(address)).toBe(address);
});
