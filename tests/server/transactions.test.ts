// @databases both

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const loginFailure = (key: string) => ({ key, failures: 1, updated_at: new Date() });

test('a statement that comes after the end of its transaction is not part of it', async () => {
  const { transaction, models } = server.context.db;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let late: Promise<unknown> = Promise.resolve();
  const startLate = async (key: string) => {
    late = ended.then(() => models.LoginFailure.create(loginFailure(key)));
  };

  await transaction(() => startLate('after a commit'));
  end();
  await late;
  await transaction(async () => {
    await startLate('after a rollback');
    throw new Error('rolled back');
  }).catch(() => undefined);
  await late;
  expect(await models.LoginFailure.count()).toBe(2);
});

test('what waits for a commit may begin a transaction of its own', async () => {
  const { transaction, afterCommit, models } = server.context.db;
  let next: Promise<unknown> = Promise.resolve();
  await transaction(async () => {
    afterCommit(() => {
      next = transaction(() => models.LoginFailure.destroy({ where: {} }));
    });
  });
  await next;
  expect(await models.LoginFailure.count()).toBe(0);
});

test('a transaction inside another one is refused, and the outer one is rolled back', async () => {
  const { transaction, models } = server.context.db;
  const nested = transaction(async () => {
    await models.LoginFailure.create(loginFailure('outer'));
    await transaction(() => models.LoginFailure.create(loginFailure('inner')));
  });
  await expect(nested).rejects.toThrow('A transaction cannot begin inside another one');
  expect(await models.LoginFailure.count()).toBe(0);
  expect(await transaction(async () => 'the next one')).toBe('the next one');
});
