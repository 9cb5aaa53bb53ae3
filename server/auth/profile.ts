import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import type { profileBody, User } from '#shared/contracts/auth.ts';
import type { ServerContext } from '../context.ts';
import { InvalidInputError } from '../errors.ts';
import { MEDIA_PATH } from '../media/service.ts';
import { lockUser } from './credentials.ts';
import { SessionExpiredError } from './policy.ts';
import { presentUser } from './presenter.ts';

export async function getProfile({ db }: ServerContext, userId: number): Promise<User> {
  const user = await db.models.User.findByPk(userId, { include: 'agentProfile' });
  // Deleted since the session was read, a moment ago.
  if (!user) throw new SessionExpiredError();
  return presentUser(user);
}

/** Changes what is sent. Agents' fields of someone who neither is nor applied to be an agent are left out. */
export async function updateProfile(
  context: ServerContext,
  userId: number,
  draft: z.output<typeof profileBody>,
): Promise<User> {
  const { name, phone, avatar_url, ...agentFields } = draft;
  await context.db.transaction(async (transaction) => {
    const user = await lockUser(context, userId, transaction);
    if (!user) throw new SessionExpiredError();
    if (avatar_url) await requireUploaded(context, avatar_url, transaction);
    await user.update(given({ name, phone, avatar_url }), { transaction });
    const profile = await context.db.models.AgentProfile.findByPk(userId, { transaction });
    await profile?.update(given(agentFields), { transaction });
  });
  return getProfile(context, userId);
}

async function requireUploaded({ db }: ServerContext, url: string, transaction: Transaction): Promise<void> {
  const picture = await db.models.Media.findByPk(url.slice(MEDIA_PATH.length), { transaction });
  if (!picture) throw new InvalidInputError([{ path: 'avatar_url', message: 'Must be an uploaded picture' }]);
}

/** Without the fields that were not sent. */
function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
