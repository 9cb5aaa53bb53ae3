import { createHmac } from 'node:crypto';
import { readServerSecret } from '#server/db/serverSecret.ts';
import type { ServerContext } from '#server/features/context.ts';

const sign = (secret: string, id: number) =>
  createHmac('sha256', secret).update(`slot offer ${id}`).digest('base64url').slice(0, 22);

/** The signed name of an offer of times; the same each time, so that a mail can carry its link again. */
export async function slotToken({ db }: Pick<ServerContext, 'db'>, id: number): Promise<string> {
  return `${id}-${sign(await readServerSecret(db, 'slots'), id)}`;
}

export const slotsUrl = ({ env }: Pick<ServerContext, 'env'>, token: string) => `${env.publicUrl}/slots/${token}`;
