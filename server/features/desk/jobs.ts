import { pick } from '#server/db/sql.ts';
import { isActiveAgent } from '#server/features/auth/writes/offices.ts';
import { refreshClients } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, ConflictError } from '#server/http/errors.ts';
import { keepWords, reasonOf } from '#server/languages.ts';
import { msg } from '#shared/messages.ts';
import { getLine, readRecords } from './reads.ts';
import { answerClient } from './writes/answers.ts';
import { replyOf } from './writes/heldReplies.ts';

/** The author, of whom no session is known here. @returns null: no longer an agent. */
async function findAuthor({ db }: ServerContext, id: number): Promise<SignedInUser | null> {
  const account = await db.models.User.findByPk(id);
  if (!account || !(await isActiveAgent(db, id))) return null;
  return {
    ...pick(account, 'id', 'name', 'email', 'role', 'language'),
    adminRole: null,
    isApprovedAgent: true,
    registeredAt: account.created_at,
    sessionId: 0,
    signedInAt: account.created_at,
    confirmedAt: null,
    hasSecondFactor: false,
    walPosition: null,
    token: null,
  };
}

/** Sends held answers when they are due, also after a restart: a repeated run stores an answer once. */
export function handleHeldReplies(context: ServerContext): void {
  const { db, jobs } = context;
  const { HeldReply } = db.models;
  const unsent = (id: number) => ({ id, state: ['held' as const, 'sending' as const] });
  /** Its author finds it with the client, and gets a notice. */
  const refuse = async (heldId: number, error: string) => {
    const [count] = await HeldReply.update({ state: 'refused', error }, { where: unsent(heldId) });
    if (count > 0) await jobs.add('heldReplyNotice', { heldId });
  };

  async function send(heldId: number): Promise<ApiError | null> {
    const held = await HeldReply.findByPk(heldId);
    if (!held || held.state === 'cancelled' || held.state === 'refused') return null;
    const author = await findAuthor(context, held.author_id);
    if (!author) return new ConflictError(msg('You are no longer an agent'), 'not_an_agent');
    try {
      const line = await getLine(context, author, held.client_id);
      const claimed = { where: unsent(heldId) };
      const [count] = await db.transaction(() => HeldReply.update({ state: 'sending' }, claimed));
      if (count === 0) return null;
      const records = await readRecords(context, line, author);
      await answerClient(context, { agent: author, line, records }, replyOf(held));
      await refreshClients(context, author.id);
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return error;
      throw error;
    }
  }

  jobs.handle<'heldReply', ApiError | null>('heldReply', {
    run: ({ heldId }) => send(heldId),
    async apply({ heldId }, refusal) {
      if (refusal) await refuse(heldId, keepWords(reasonOf(refusal)));
      else await HeldReply.destroy({ where: unsent(heldId) });
    },
    giveUp: ({ heldId }, reason) => refuse(heldId, reason),
  });
}
