import { hashToken } from '#server/features/auth/writes/sessions.ts';
import type { TestServer } from './testServer.ts';

interface Holder {
  id: number;
}

/** Every other access to an account beside its password, as an attacker may have planted it. */
export async function plant({ context }: TestServer, { id }: Holder): Promise<void> {
  const { models, transaction } = context.db;
  const created_at = context.now();
  const own = { user_id: id, created_at };
  const unique = `${id}-${Math.random()}`;
  await transaction(async () => {
    await models.Passkey.create({ ...own, credential_id: unique, public_key: 'x', name: 'Other phone' });
    await models.TotpFactor.create({ ...own, secret: 'JBSWY3DPEHPK3PXP', confirmed_at: created_at });
    await models.RecoveryCode.create({ ...own, code_hash: hashToken(unique) });
    await models.ProviderIdentity.create({
      ...own,
      issuer: 'https://login.example',
      subject: unique,
      last_used_at: created_at,
    });
    await models.ApiToken.create({
      ...own,
      name: 'Feed',
      token_hash: hashToken(unique),
      ending: 'abcd',
      scopes: 'inquiries:read',
    });
    await models.Webhook.create({
      ...own,
      url: 'https://collector.example/x',
      events: ['inquiry.created'],
      secret: 'x',
      updated_at: created_at,
    });
    await models.KnownDevice.create({
      user_id: id,
      device_hash: hashToken(unique),
      first_used_at: created_at,
      last_used_at: created_at,
    });
    const session = await models.Session.create({
      ...own,
      token_hash: hashToken(`${unique} s`),
      last_used_at: created_at,
    });
    await models.PushSubscription.create({
      ...own,
      session_id: session.id,
      endpoint: `https://push.example/${unique}`,
      p256dh: 'x',
      auth: 'x',
      device_name: 'Phone',
    });
  });
}

const tables = [
  'passkeys',
  'totp_factors',
  'recovery_codes',
  'provider_identities',
  'api_tokens',
  'webhooks',
  'known_devices',
  'push_subscriptions',
];

/** The accesses that the account still has. */
export async function planted({ context }: TestServer, { id }: Holder): Promise<string[]> {
  const has = await Promise.all(
    tables.map(async (table) => {
      const rows = await context.db.readRows(`SELECT 1 AS one FROM ${table} WHERE user_id = $1`, [id]);
      return rows.length > 0 ? table : [];
    }),
  );
  return has.flat();
}
