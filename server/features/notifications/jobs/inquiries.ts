import { Transaction } from 'sequelize';
import { readRows } from '#server/features/clients/reads/queue.ts';
import type { ServerContext } from '#server/features/context.ts';
import { BudgetLimiter, budgetKey } from '#server/http/limits/budgetLimiter.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { msg } from '#shared/messages.ts';
import { previewOf } from '../words.ts';
import { lockRecipients, mailNotice, type Notice, notify } from '../writes.ts';

export async function notifyOfInquiry(
  context: ServerContext,
  { inquiryId }: JobPayloads['inquiryNotice'],
): Promise<void> {
  const inquiry = await context.db.models.Inquiry.findByPk(inquiryId);
  if (!inquiry || inquiry.agent_id === null) return;
  const isMailed = await takeInquiryMail(context, inquiry.agent_id);
  const notice: Notice = {
    type: 'info',
    title: msg('New Inquiry'),
    message: `${inquiry.name}: ${previewOf(inquiry.message)}`,
    action: { label: msg('View Inquiry'), url: `/agent-dashboard?tab=messages&inquiry=${inquiry.id}` },
    about: { users: [inquiry.user_id], inquiries: [inquiry.id] },
  };
  await notify(context, [inquiry.agent_id], notice, { isMailed });
  if (!isMailed) await inquiry.update({ awaits_digest: true });
}

/** Single mails to an agent within the time; further inquiries come in one mail at its end. */
const INQUIRY_MAILS = { points: 10, seconds: 180 };
const MAX_IN_DIGEST = 200;

/** Counts a mail about an inquiry, in the running transaction. @returns false: the digest will name it. */
async function takeInquiryMail(context: ServerContext, agentId: number): Promise<boolean> {
  if (!context.env.hasActionLimits) return true;
  const mails = new BudgetLimiter(context, INQUIRY_MAILS);
  const { consumedPoints, msBeforeNext } = await mails.penalty(budgetKey('inquiry mails', agentId));
  if (consumedPoints === INQUIRY_MAILS.points + 1)
    await context.jobs.add('inquiryDigest', { agentId }, { delayMs: msBeforeNext });
  return consumedPoints <= INQUIRY_MAILS.points;
}

export async function mailInquiryDigest(
  context: ServerContext,
  { agentId }: JobPayloads['inquiryDigest'],
): Promise<void> {
  const { Inquiry } = context.db.models;
  await lockRecipients(context, [agentId], 'KEY SHARE');
  const where = { agent_id: agentId, awaits_digest: true };
  const inquiries = await Inquiry.findAll({ where, order: ['id'], lock: Transaction.LOCK.UPDATE });
  if (inquiries.length === 0) return;
  await Inquiry.update({ awaits_digest: false }, { where: { id: inquiries.map(({ id }) => id) } });
  const left = inquiries.length - MAX_IN_DIGEST;
  const named = inquiries.slice(0, MAX_IN_DIGEST);
  await mailNotice(context, [agentId], {
    type: 'info',
    title: msg('{count, plural, one {# more new inquiry} other {# more new inquiries}}', {
      count: inquiries.length,
    }),
    message: msg('Many people wrote to you within a few minutes. We did not email you about each of these:'),
    details: [
      ...named.map(({ name, email, message }) => `${name} (${email}): ${previewOf(message)}`),
      ...(left > 0 ? [msg('… and {left, plural, one {# other} other {# others}}', { left })] : []),
    ],
    action: { label: msg('View Inquiries'), url: '/agent-dashboard?tab=messages' },
    about: { inquiries: named.map(({ id }) => id) },
  });
}

export async function notifyOfSnooze(
  context: ServerContext,
  { clientId }: JobPayloads['snoozeNotice'],
): Promise<void> {
  const line = await context.db.models.Client.findByPk(clientId);
  const [client] = line ? await readRows(context.db, { agentId: line.agent_id }, [clientId]) : [];
  // Answered, snoozed again or done meanwhile: no reminder.
  if (!line?.due_since || !client) return;
  await notify(context, [line.agent_id], {
    type: 'info',
    title: msg('Back in Your Queue'),
    message: client.next_action ? `${client.name}: ${previewOf(client.next_action)}` : client.name,
    action: { label: msg('Open the Desk'), url: `/desk?client=${clientId}` },
    about: { users: [line.user_id] },
  });
}
