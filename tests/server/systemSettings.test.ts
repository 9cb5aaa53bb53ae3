// @databases full

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditHolds, countAudit, newestAudit } from '#tests/support/auditTrail.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const ADDRESS = '/api/admin/settings';

let server: TestServer;
let admin: Person;

beforeEach(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin', name: 'Ada Admin' });
});

afterEach(() => server.close());

const read = async () => (await admin.get(ADDRESS)).body.data;

const usualLimits = {
  maxSignInFailuresPerAddress: 40,
  maxSignInFailuresPerAccount: 15,
  maxSignInFailuresOverall: 500,
  maxRegistrationsPerHour: 30,
  maxPasswordResetsPerHour: 20,
  maxInquiriesPerHour: 60,
  maxConversationsPerHour: 60,
  maxMessagesPerHour: 600,
  maxViewingsPerHour: 60,
  maxReportsPerHour: 30,
  maxReviewsPerHour: 30,
  maxExportsPerHour: 40,
};

test('are read by category, each at its default', async () => {
  expect(await read()).toEqual({
    application: {
      siteName: 'Silong',
      siteDescription: expect.stringContaining('Metro Manila'),
      maintenanceMode: false,
      registrationEnabled: true,
      onlyVerifiedReviewsCount: false,
      publicListingPages: false,
    },
    email: {
      smtpEnabled: false,
      smtpHost: '',
      smtpPort: 587,
      smtpUser: '',
      smtpPasswordSet: false,
      smtpEncryption: 'required',
      fromEmail: 'no-reply@silong.example',
    },
    notifications: {
      emailNotifications: true,
      pushNotifications: true,
      smsNotifications: false,
      notifyNewUsers: true,
      notifyNewProperties: true,
      notifyNewMessages: true,
    },
    security: {
      sessionTimeout: 24,
      sessionLifetime: 90,
      maxLoginAttempts: 5,
      requireSecondFactorForAdmins: false,
      enforceHttps: false,
      ...usualLimits,
      newAccountHours: 24,
      newAccountConversations: 30,
      newAccountInquiries: 30,
      newAccountReports: 10,
      newAccountReviews: 10,
      newAgentDays: 7,
      newAgentListings: 500,
      minPasswordLength: 6,
    },
    backup: { autoBackup: false, backupFrequency: 'daily', keep: 7, mailAuditAnchors: false },
    costs: {
      asOf: '2026-11-25',
      sources: expect.stringContaining('Pag-IBIG Fund'),
      rentSources: expect.stringContaining('rent control'),
      propertyTax: expect.stringContaining('Others: 2.5% of 20%'),
      capitalGainsTax: 6,
      documentaryStampTax: 1.5,
      transferTax: 0.75,
      registrationFee: 0.6,
      notarialFee: 1,
      bankRate: 7.5,
      bankYears: 20,
      bankDownPayment: 20,
      pagIbigRate: 6.25,
      pagIbigYears: 30,
      pagIbigDownPayment: 10,
      pagIbigMaxLoan: 6_000_000,
      duesPerSqm: 120,
      utilities: 3_500,
      utilitiesPerBedroom: 1_500,
      parkingRent: 4_000,
      advanceMonths: 1,
      depositMonths: 2,
      rentControlUpTo: 10_000,
      rentControlIncrease: 1,
      rentControlUntil: '2026-12-31',
    },
  });
});

test('are an admin’s alone', async () => {
  const change = { category: 'application', settings: { siteName: 'Mine' } };
  for (const role of ['user', 'agent'] as const) {
    const other = await enter(server, { role });
    expect((await other.get(ADDRESS)).status).toBe(403);
    expect((await other.put(ADDRESS, change)).status).toBe(403);
  }
  expect((await server.request('GET', ADDRESS)).status).toBe(401);
  expect((await read()).application.siteName).toBe('Silong');
});

describe('a change', () => {
  test('leaves what it does not name, and outlives the process’s memory', async () => {
    await saveSystemSettings(admin, 'security', { sessionTimeout: 8 });
    await saveSystemSettings(admin, 'security', { maxLoginAttempts: 3 });
    await server.context.systemSettings.reload();
    expect((await read()).security).toMatchObject({
      sessionTimeout: 8,
      maxLoginAttempts: 3,
      enforceHttps: false,
    });
  });

  test('of two admins at once loses nothing of either', async () => {
    const other = await enter(server, { role: 'admin' });
    await Promise.all([
      saveSystemSettings(admin, 'notifications', { notifyNewUsers: false }),
      saveSystemSettings(other, 'notifications', { notifyNewMessages: false }),
      saveSystemSettings(admin, 'notifications', { smsNotifications: true }),
    ]);
    expect((await read()).notifications).toMatchObject({
      notifyNewUsers: false,
      notifyNewMessages: false,
      smsNotifications: true,
      notifyNewProperties: true,
    });
  });

  test('is told in the audit log, before and after; one that changes nothing is not', async () => {
    await saveSystemSettings(admin, 'application', { siteName: 'Bahay', registrationEnabled: true });
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'settings.update',
      actor_name: 'Ada Admin',
      entity_type: 'settings',
      before: { category: 'application', siteName: 'Silong' },
      after: { category: 'application', siteName: 'Bahay' },
    });
    const count = await countAudit(server.context);
    await saveSystemSettings(admin, 'application', { siteName: 'Bahay' });
    expect(await countAudit(server.context)).toBe(count);
  });

  test('of the SMTP password is written and never read again, by the log neither', async () => {
    const secret = 'k3ep-it-d4rk';
    await saveSystemSettings(admin, 'email', { smtpPassword: secret });
    const { body } = await admin.get(ADDRESS);
    expect(body.data.email.smtpPasswordSet).toBe(true);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(await newestAudit(server.context)).toMatchObject({
      before: { smtpPassword: 'none' },
      after: { smtpPassword: 'hidden' },
    });
    expect(await auditHolds(server.context, secret)).toBe(false);
    await saveSystemSettings(admin, 'email', { smtpPort: 2525 });
    expect(server.context.systemSettings.current().email.smtpPassword).toBe(secret);
    await saveSystemSettings(admin, 'email', { smtpPassword: '' });
    expect((await read()).email.smtpPasswordSet).toBe(false);
  });

  test.each([
    ['an unknown category', { category: 'secrets', settings: {} }],
    ['a timeout of nothing', { category: 'security', settings: { sessionTimeout: 0 } }],
    ['a number as text', { category: 'security', settings: { maxLoginAttempts: '5' } }],
    ['a blank name', { category: 'application', settings: { siteName: '  ' } }],
    ['an unknown frequency', { category: 'backup', settings: { backupFrequency: 'hourly' } }],
    ['a sender that is no address', { category: 'email', settings: { fromEmail: 'us' } }],
    ['mail without a server', { category: 'email', settings: { smtpEnabled: true } }],
  ])('is refused: %s', async (_what, change) => {
    const { status, body } = await admin.put(ADDRESS, change);
    expect(status).toBe(400);
    expect(body.issues).not.toEqual([]);
    expect(await countAudit(server.context)).toBe(0);
  });
});

test('HTTPS can only be enforced by someone who uses it', async () => {
  await server.close();
  server = await startTestServer({ data: 'empty', env: { trustProxy: 1 } });
  admin = await enter(server, { role: 'admin' });
  const change = { category: 'security', settings: { enforceHttps: true } };
  const plain = await admin.put(ADDRESS, change);
  expect(plain).toMatchObject({ status: 409, body: { code: 'https_needed' } });
  const { status } = await server.request('PUT', ADDRESS, {
    body: change,
    token: admin.token,
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(status).toBe(200);
});
