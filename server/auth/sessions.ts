import type { Role } from '#shared/contracts/auth.ts';

/** Who is calling, as the session's row and the account's say at this moment. */
export interface SignedInUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  isApprovedAgent: boolean;
  sessionId: number;
}
