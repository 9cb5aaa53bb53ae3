import type { Database } from '#server/db/connection.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';

let made = 0;

export interface UserOverrides {
  name?: string;
  email?: string;
  phone?: string | null;
  role?: Role;
  status?: UserStatus;
}

/** An account nobody can sign in to: tests that need a password register one. */
export async function buildUser(db: Database, overrides: UserOverrides = {}): Promise<number> {
  made += 1;
  const user = await db.transaction((transaction) =>
    db.models.User.create(
      { name: `Person ${made}`, email: `person${made}@silong.example`, password_hash: '-', ...overrides },
      { transaction },
    ),
  );
  return user.id;
}

/** An approved, active agent. @returns the id of the account, which is the agent's. */
export async function buildAgent(db: Database, overrides: UserOverrides = {}): Promise<number> {
  const userId = await buildUser(db, { role: 'agent', ...overrides });
  await db.transaction((transaction) =>
    db.models.AgentProfile.create({ user_id: userId, application_status: 'approved' }, { transaction }),
  );
  return userId;
}
