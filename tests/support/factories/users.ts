import type { UserModel } from '#server/db/models.ts';
import { openSession } from '#server/features/auth/writes/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import { quickHash } from '#tests/support/demoTemplate.ts';

export const TEST_PASSWORD = 'correct horse';

let builtUsers = 0;
let testPasswordHash: Promise<string> | undefined;

export interface UserDraft {
  name?: string;
  email?: string;
  password?: string;
  phone?: string | null;
  /** Whether the address is confirmed; it is unless the draft says otherwise. */
  isEmailVerified?: boolean;
  role?: Role;
  /** The role of an admin; an owner unless it says otherwise. */
  adminRole?: AdminRole;
  status?: UserStatus;
  /** Makes an agent profile: approved for role agent, an application otherwise, unless it says so itself. */
  application?: 'pending' | 'approved' | 'rejected';
}

/** Stores an account. An agent without a word on the application is an approved one. */
export const buildUser = (context: ServerContext, draft: UserDraft = {}): Promise<UserModel> =>
  context.db.transaction(() => addUser(context, draft));

/** The same in a transaction that is running. */
export async function addUser(context: ServerContext, draft: UserDraft): Promise<UserModel> {
  builtUsers += 1;
  // Kept, because several accounts may be built at once.
  const number = builtUsers;
  testPasswordHash ??= quickHash(TEST_PASSWORD);
  const { User, AgentProfile } = context.db.models;
  const role = draft.role ?? 'user';
  const application = draft.application ?? (role === 'agent' ? 'approved' : undefined);
  const passwordHash = await (draft.password === undefined ? testPasswordHash : quickHash(draft.password));
  const user = await User.create({
    name: draft.name ?? `Person ${number}`,
    email: draft.email ?? `person${number}@example.com`,
    password_hash: passwordHash,
    phone: draft.phone ?? null,
    email_verified_at: (draft.isEmailVerified ?? true) ? context.now() : null,
    role,
    admin_role: role === 'admin' ? (draft.adminRole ?? 'owner') : null,
    status: draft.status ?? 'active',
  });
  if (application) await AgentProfile.create({ user_id: user.id, application_status: application });
  return user;
}

/** Opens a session without the API. @returns its token. */
export const signIn = (context: ServerContext, user: UserModel, { remember = false } = {}): Promise<string> =>
  context.db.transaction(() => addSession(context, user, remember));

/** The same in a transaction that is running. */
export const addSession = (context: ServerContext, user: UserModel, remember = false): Promise<string> =>
  openSession(context, { userId: user.id, remember, address: '127.0.0.1', userAgent: 'test' });
