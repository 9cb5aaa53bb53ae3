import { randomUUID } from 'node:crypto';
import { Transaction } from 'sequelize';
import { isOutboundOpen, OUTBOUND_CLOSED } from '#server/context.ts';
import { type Admin, differences, recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import { hasSecondFactor } from '#server/features/auth/writes/secondFactor.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireConfirmedIdentity } from '#server/http/access.ts';
import { ApiError, ConflictError, invalidField } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import type { Translate } from '#server/languages.ts';
import { testMail } from '#server/mail/templates.ts';
import { describeMailFailure, openTransport, sendLetter } from '#server/mail/transport.ts';
import {
  type AdminSettings,
  readSystemSettings,
  type SettingsChange,
  type SystemSettings,
  systemSettingsCalls,
} from '#shared/contracts/settings.ts';
import { english, msg } from '#shared/messages.ts';
import {
  allSettings,
  type CategoryOfSettings,
  type SettingsCategory,
  settingsTable,
} from '#shared/systemSettings.ts';

/** The settings in force, without the SMTP password. */
export function presentSettings({ systemSettings: store }: ServerContext): AdminSettings {
  const { email, outbound: _outbound, demo: _demo, ...others } = store.current();
  const { smtpPassword, ...mail } = email;
  return { ...others, email: { ...mail, smtpPasswordSet: smtpPassword !== '' } };
}

/**
 * Changes one category. In force on this process when it returns, and a moment later on the others.
 * @throws {InvalidInputError} the mail service is to be on without a server. @throws {ForbiddenError} no admin any more.
 * @throws {ConflictError} `own_second_factor_needed`.
 */
export async function updateSystemSettings(
  context: ServerContext,
  admin: Admin,
  { category, settings: change }: SettingsChange,
): Promise<AdminSettings> {
  const isChanged = await context.db.transaction(async () => {
    await requireStillAdmin(context, admin);
    const row = await lockCategory(context, category);
    const before = readCategory(category, row.settings);
    const chosen = { ...encryptionOf(category, before), ...row.settings, ...change };
    const after = readCategory(category, chosen);
    if (category === 'email') requireMailServer(after as SystemSettings['email']);
    if (category === 'security') await requireOwnSecondFactor(context, admin, before, after);
    const changed = differences<Record<string, unknown>>(before, after);
    if (!changed) return false;
    await row.update({ settings: chosen });
    const entry = { action: 'settings.update', entityType: 'settings', entityId: null };
    await recordAudit(context, admin, {
      ...entry,
      before: { category, ...hideSecrets(changed.before) },
      after: { category, ...hideSecrets(changed.after) },
    });
    return true;
  });
  if (isChanged) {
    await context.systemSettings.reload();
    context.bus.publish('systemSettingsChanged', { category });
  }
  return presentSettings(context);
}

/** Holds a category's row, which may have to be made first, until the transaction ends. */
async function lockCategory({ db }: ServerContext, category: SettingsCategory) {
  const { SystemSetting } = db.models;
  await SystemSetting.bulkCreate([{ category, settings: {} }], { ignoreDuplicates: true });
  const lock = Transaction.LOCK.UPDATE;
  return SystemSetting.findByPk(category, { lock, rejectOnEmpty: true });
}

const readCategory = (category: SettingsCategory, stored: Record<string, unknown>): Record<string, unknown> =>
  readSystemSettings({ [category]: stored })[category];

/** The first change stores the encryption: without it a mail server counts as one of an earlier release. */
const encryptionOf = (category: SettingsCategory, { smtpEncryption }: Record<string, unknown>) =>
  category === 'email' ? { smtpEncryption } : {};

function requireMailServer({ smtpEnabled, smtpHost }: SystemSettings['email']): void {
  const message = msg('Enter the mail server’s address to turn on the email service');
  if (smtpEnabled && smtpHost === '') throw invalidField('settings.smtpHost', message);
}

/** An admin who requires a second factor of all admins has one: at least this one can still administer the site. */
async function requireOwnSecondFactor(
  context: ServerContext,
  { user }: Admin,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  if (!after.requireSecondFactorForAdmins || before.requireSecondFactorForAdmins) return;
  if (await hasSecondFactor(context, user.id)) return;
  throw new ConflictError(
    msg(
      'Set up two-step login for your own account in your profile first. Otherwise you would lock yourself out.',
    ),
    'own_second_factor_needed',
  );
}

/** The audit log records that a secret changed, never its old or new value. */
function hideSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  const isSecret = (key: string) => {
    const setting = allSettings[key];
    return setting?.kind === 'text' && setting.isSecret;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      isSecret(key) ? (value === '' ? 'none' : 'hidden') : value,
    ]),
  );
}

/** Past the outbox. @throws {ApiError} `bad_gateway`: nothing may leave, no mail server is named, or it refused. */
export async function sendTestMail(context: ServerContext, admin: Admin, recipient: string, t: Translate) {
  if (!isOutboundOpen(context)) throw new ApiError('bad_gateway', OUTBOUND_CLOSED, 'outbound_closed');
  const transport = openTransport(context);
  if (!transport)
    throw new ApiError(
      'bad_gateway',
      msg('The email service is switched off. Switch it on, enter a mail server and save first.'),
      'mail_off',
    );
  try {
    const id = `test-${randomUUID()}`;
    await sendLetter(transport, context, {
      ...testMail(context, admin.user.language, {}),
      id,
      recipient,
      replyTo: null,
    });
  } catch (error) {
    const reason = describeMailFailure(context, error);
    context.log.warn({ reason: english(reason) }, 'the test mail was not sent');
    throw new ApiError('bad_gateway', reason, 'mail_failed');
  } finally {
    transport.close();
  }
  const entry = {
    action: 'settings.test_email',
    entityType: 'settings',
    entityId: null,
    after: { recipient },
  };
  await context.db.transaction(() => recordAudit(context, admin, entry));
  return { message: t('A test email is on its way to {recipient}', { recipient }) };
}

export function registerSystemSettingsRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on('systemSettings', 'get', systemSettingsCalls.get, async () => presentSettings(context));
  routes.on('systemSettings', 'update', systemSettingsCalls.update, async ({ body, ctx, ...admin }) => {
    const { confirmsIdentity }: CategoryOfSettings = settingsTable[body.category];
    if (confirmsIdentity) requireConfirmedIdentity(context, admin.user);
    // An admin who enforces HTTPS must be using it: otherwise every later call, also the one that switches it off, would be
    // redirected to an address that may not answer.
    const enforcesHttps = body.category === 'security' && body.settings.enforceHttps;
    if (enforcesHttps && context.env.trustProxy > 0 && !ctx.secure)
      throw new ConflictError(
        msg('Open the site over HTTPS first. You can only enforce HTTPS while using it yourself.'),
        'https_needed',
      );
    return updateSystemSettings(context, admin, body);
  });
  routes.on('systemSettings', 'testEmail', systemSettingsCalls.testEmail, ({ body, t, ...admin }) =>
    sendTestMail(context, admin, body.testEmail, t),
  );
}
