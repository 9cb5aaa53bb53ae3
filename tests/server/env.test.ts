// @databases sqlite

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

test('the memory for texts of listings can be bounded', () => {
  expect(readEnv({}).listingTextsMb).toBeUndefined();
  expect(readEnv({ LISTING_TEXTS_MB: '64' }).listingTextsMb).toBe(64);
  for (const LISTING_TEXTS_MB of ['0', '-1', '1.5', 'all'])
    expect(() => readEnv({ LISTING_TEXTS_MB }), LISTING_TEXTS_MB).toThrow(/^LISTING_TEXTS_MB must be /);
});

test('several processes, and replicas, need a PostgreSQL', () => {
  const postgres = { DATABASE_URL: 'postgres://silong@127.0.0.1/silong' };
  expect(readEnv({})).toMatchObject({ webConcurrency: 1, databaseReplicaUrls: [] });
  expect(readEnv({ WEB_CONCURRENCY: '1' }).webConcurrency).toBe(1);
  expect(() => readEnv({ WEB_CONCURRENCY: '2' })).toThrow(
    'WEB_CONCURRENCY must be 1 without DATABASE_URL: an SQLite database belongs to one process.',
  );
  for (const WEB_CONCURRENCY of ['0', '-1', '1.5', 'all'])
    expect(() => readEnv({ ...postgres, WEB_CONCURRENCY }), WEB_CONCURRENCY).toThrow(
      /^WEB_CONCURRENCY must be /,
    );
  expect(readEnv({ ...postgres, WEB_CONCURRENCY: '4' }).webConcurrency).toBe(4);

  const replicas = ['postgres://one/silong', 'postgresql://two:5433/silong'];
  const DATABASE_REPLICA_URLS = replicas.join(', ');
  expect(readEnv({ ...postgres, DATABASE_REPLICA_URLS }).databaseReplicaUrls).toEqual(replicas);
  expect(() => readEnv({ DATABASE_REPLICA_URLS })).toThrow(
    'DATABASE_REPLICA_URLS must not be given without DATABASE_URL: an SQLite database has no replicas.',
  );
  for (const wrong of ['mysql://one/silong', 'postgres://one/silong,', 'one'])
    expect(() => readEnv({ ...postgres, DATABASE_REPLICA_URLS: wrong }), wrong).toThrow(
      'DATABASE_REPLICA_URLS must be an address beginning with postgres:// or postgresql://.',
    );
});
