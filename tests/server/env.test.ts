// @databases sqlite

import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnv } from '#server/env.ts';

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

test('mail comes in at an address, by a listener or from a provider', () => {
  const inbound = (given: Record<string, string>) => readEnv(given).inbound;
  const INBOUND_ADDRESS = 'Reply@in.homes.example';
  const INBOUND_TOKEN = 'a-token-of-16-letters';
  expect(inbound({})).toBeUndefined();
  expect(inbound({ INBOUND_ADDRESS, INBOUND_SMTP_PORT: '2525' })).toEqual({
    address: 'reply@in.homes.example',
    smtpPort: 2525,
    token: undefined,
  });
  expect(inbound({ INBOUND_ADDRESS, INBOUND_TOKEN })?.token).toBe(INBOUND_TOKEN);
  expect(() => inbound({ INBOUND_ADDRESS })).toThrow(
    'INBOUND_SMTP_PORT or INBOUND_TOKEN must be given, because INBOUND_ADDRESS is.',
  );
  expect(() => inbound({ INBOUND_TOKEN })).toThrow('INBOUND_ADDRESS must be given, because INBOUND_TOKEN is.');
  expect(() => inbound({ INBOUND_ADDRESS: 'in.homes.example', INBOUND_TOKEN })).toThrow(
    /^INBOUND_ADDRESS must be/,
  );
  expect(() => inbound({ INBOUND_ADDRESS, INBOUND_TOKEN: 'short' })).toThrow(/^INBOUND_TOKEN must be/);
});

test('several processes, and replicas, need a PostgreSQL', () => {
  const postgres = { DATABASE_URL: 'postgres://silong@127.0.0.1/silong' };
  expect(readEnv({})).toMatchObject({ webConcurrency: 1, databaseReplicaUrls: [] });
  expect(readEnv({ WEB_CONCURRENCY: '1' }).webConcurrency).toBe(1);
  expect(() => readEnv({ WEB_CONCURRENCY: '2' })).toThrow(
    'WEB_CONCURRENCY must be 1 without DATABASE_URL: an SQLite database belongs to one process.',
  );
  for (const WEB_CONCURRENCY of ['0', '-1', '1.5', 'all'])
    expect(() => readEnv({ ...postgres, WEB_CONCURRENCY }), WEB_CONCURRENCY).toThrow(/^WEB_CONCURRENCY must be /);
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

describe('what can be one of a few words, or has one shape, is not taken otherwise', () => {
  const refuse = (variables: Record<string, string>, sentence: string) => {
    expect(() => readEnv(variables), JSON.stringify(variables)).toThrow(EnvironmentError);
    expect(() => readEnv(variables), JSON.stringify(variables)).toThrow(sentence);
  };

  test('NODE_ENV is production, development or test; left out, it is development', () => {
    for (const NODE_ENV of ['Production', 'PRODUCTION', 'prod', 'production ', 'live', 'staging', 'on'])
      refuse({ NODE_ENV }, 'NODE_ENV must be production, development or test.');
    expect(readEnv({ NODE_ENV: 'production' }).isProduction).toBe(true);
    for (const variables of [{}, { NODE_ENV: '' }, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }])
      expect(readEnv(variables)).toMatchObject({ isProduction: false, seedDemo: true });
  });

  test.each([
    'SEED_DEMO',
    'ACTION_LIMITS',
    'BACKUP_BEFORE_UPGRADE',
    'LISTINGS_IN_MEMORY',
    'TRACING',
    'SMTP_TLS',
    'SMS_PROVIDER',
    'LOG_LEVEL',
  ])('%s', (name) => {
    for (const value of ['On', 'off ', 'true', '1', 'no', 'Info', 'Required', 'LOG'])
      refuse({ [name]: value }, `${name} must be `);
  });

  test.each(['PORT', 'TRUST_PROXY', 'RATE_LIMIT_PER_MINUTE', 'STEP_UP_AFTER_LOGIN_MINUTES', 'WEB_CONCURRENCY'])(
    '%s',
    (name) => {
      for (const value of ['one', '1.5', '-1', '1e3', ' 1', '0x10', 'true'])
        refuse({ [name]: value }, `${name} must be a whole number.`);
    },
  );

  test('PUBLIC_URL is the address of a whole site', () => {
    for (const PUBLIC_URL of [
      'https://homes.example/shop',
      'https://homes.example/?a=1',
      'https://homes.example/#top',
      'https://homes.example?',
      'https://ana:secret@homes.example',
    ])
      refuse({ PUBLIC_URL }, 'PUBLIC_URL must be an address without a path, such as https://homes.example.');
    for (const PUBLIC_URL of ['homes.example', 'https:homes.example', 'ftp://homes.example', '//homes.example'])
      refuse({ PUBLIC_URL }, 'PUBLIC_URL must be an address beginning with http:// or https://.');
    for (const PUBLIC_URL of ['https://', 'https:///homes.example'])
      refuse({ PUBLIC_URL }, 'PUBLIC_URL must name a host.');
    for (const PUBLIC_URL of ['https://homes.example:port', 'https://homes example'])
      refuse({ PUBLIC_URL }, 'PUBLIC_URL must be a whole address');
    // As browsers write it, which passkeys are bound to.
    for (const PUBLIC_URL of [
      'https://homes.example',
      'https://homes.example/',
      'HTTPS://Homes.Example',
      'https://homes.example:443//',
    ])
      expect(readEnv({ PUBLIC_URL })).toMatchObject({
        publicUrl: 'https://homes.example',
        isPublicUrlGiven: true,
      });
    expect(readEnv({ PORT: '3100' })).toMatchObject({
      publicUrl: 'http://localhost:3100',
      isPublicUrlGiven: false,
    });
  });

  test('SMTP_URL names a host, and its password can be read', () => {
    for (const SMTP_URL of ['smtp://', 'smtps:///', 'smtp://?tls=1'])
      refuse({ SMTP_URL }, 'SMTP_URL must name a host.');
    for (const SMTP_URL of ['mail.example', 'mail.example:587', 'https://mail.example', 'smtp:mail.example'])
      refuse({ SMTP_URL }, 'SMTP_URL must be an address beginning with smtp:// or smtps://.');
    refuse(
      { SMTP_URL: 'smtp://ana:50%off@mail.example' },
      'SMTP_URL must have each % of its user and password written as %25.',
    );
    for (const SMTP_URL of ['smtp://127.0.0.1:1025', 'smtps://ana:50%25off@mail.example:465'])
      expect(readEnv({ SMTP_URL }).smtpUrl).toBe(SMTP_URL);
  });

  test('SECURITY_CONTACT is a mail or a page', () => {
    for (const SECURITY_CONTACT of [
      'me@example.com',
      'mailto://me@example.com',
      'mailto:',
      'mailto:me',
      'http://homes.example',
      'https://',
    ])
      refuse(
        { SECURITY_CONTACT },
        'SECURITY_CONTACT must be an address such as mailto:security@homes.example or https://homes.example/security.',
      );
    for (const SECURITY_CONTACT of ['mailto:me@example.com', 'https://homes.example/security'])
      expect(readEnv({ SECURITY_CONTACT }).securityContact).toBe(SECURITY_CONTACT);
  });

  test('other addresses name a host; a database may be on this machine', () => {
    for (const name of ['S3_ENDPOINT', 'OIDC_ISSUER', 'INDEXNOW_URL', 'BREACHED_PASSWORDS_URL'])
      refuse({ [name]: 'https://' }, `${name} must name a host.`);
    refuse({ TILE_URL: 'https:///{z}/{x}/{y}.png' }, 'TILE_URL must be empty or an address');
    for (const DATABASE_URL of ['postgres:///silong', 'postgres://%2Fvar%2Frun%2Fpostgresql/silong'])
      expect(readEnv({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });
});
