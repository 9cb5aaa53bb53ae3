import { generateSync } from 'otplib';
import type { Person } from './people.ts';
import type { TestServer } from './testServer.ts';

/** Milliseconds for which a code of an authenticator app is shown. */
export const STEP_MS = 30_000;

/** The code of an authenticator app at that moment. */
export const codeAt = (secret: string, at: number | Date) =>
  generateSync({ secret, epoch: Math.floor(Number(at) / 1_000) });

export interface SetUp {
  secret: string;
  recoveryCodes: string[];
}

/** Sets the second factor up as people do. The code of the present time step is used by it. */
export async function setUpTotp({ context }: TestServer, person: Person): Promise<SetUp> {
  const { secret } = (await person.post('/api/auth/totp')).body.data;
  const { status, body } = await person.put('/api/auth/totp', { code: codeAt(secret, context.now()) });
  if (status !== 200) throw new Error(`confirming answered ${status}: ${body.error}`);
  return { secret, recoveryCodes: body.data.recovery_codes };
}
