import { isActiveAgent, publishOfficeChange } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import type { Words } from '#server/languages.ts';
import { msg } from '#shared/messages.ts';
import { type Notice, notify } from '../writes.ts';

const nameOf = async ({ db }: ServerContext, id: number | null): Promise<string | Words> =>
  (id === null ? null : await db.models.User.findByPk(id, { attributes: ['name'] }))?.name ?? msg('Someone');

/** To the invited account, if it can accept. The sender does not learn whether there is one. */
export async function notifyOfInvitation(
  context: ServerContext,
  { invitationId }: JobPayloads['officeInvitationNotice'],
): Promise<void> {
  const { db, now } = context;
  const invitation = await db.models.OfficeInvitation.findByPk(invitationId);
  if (!invitation || invitation.answered_at !== null || invitation.expires_at <= now()) return;
  const office = await db.models.Office.findByPk(invitation.office_id);
  const invited = await db.models.User.findOne({ where: { email: invitation.email } });
  if (!office || !invited?.email_verified_at || !(await isActiveAgent(db, invited.id))) return;
  const member = await db.models.OfficeMember.findByPk(invited.id);
  if (member?.office_id === office.id) return;
  const notice: Notice = {
    type: 'info',
    title: msg('Invitation to an Office'),
    message: msg('{name} invited you to join {office}.', {
      name: await nameOf(context, invitation.invited_by),
      office: office.name,
    }),
    action: { label: msg('View Invitation'), url: '/desk/office' },
    about: { users: [invitation.invited_by] },
  };
  publishOfficeChange(context, [invited.id]);
  // A repeated invitation replaces its notice.
  await notify(context, [invited.id], notice, { isReplacing: true });
}

/** To both agents, except the actor. */
export async function notifyOfHandOver(
  context: ServerContext,
  { fromId, toId, actorId, count, clientId, note }: JobPayloads['handOverNotice'],
): Promise<void> {
  const [from, to] = [await nameOf(context, fromId), await nameOf(context, toId)];
  const action = {
    label: msg('Open the Desk'),
    url: clientId === null ? '/desk' : `/desk?client=${clientId}`,
  };
  const withNote = (news: Words): Words => (note ? { id: '{news} {note}', values: { news, note } } : news);
  if (actorId !== toId)
    await notify(context, [toId], {
      type: 'info',
      title: msg('{count, plural, one {A Client for You} other {# Clients for You}}', { count }),
      message: withNote(
        msg(
          '{count, plural, one {A client} other {# clients}} of {from} {count, plural, one {is} other {are}} now yours.',
          { count, from },
        ),
      ),
      action,
      about: { users: [fromId] },
    });
  if (actorId !== fromId)
    await notify(context, [fromId], {
      type: 'info',
      title: msg('{count, plural, one {Client Handed Over} other {# Clients Handed Over}}', { count }),
      message: msg(
        '{to} has taken over {count, plural, one {one of your clients} other {# of your clients}}.',
        {
          count,
          to,
        },
      ),
      action: { label: msg('Open the Desk'), url: '/desk' },
      about: { users: [toId] },
    });
}

/** A client with an account learns of the new agent. */
export async function notifyOfNewAgent(
  context: ServerContext,
  { fromId, toId, userId, conversationId }: JobPayloads['newAgentNotice'],
): Promise<void> {
  await notify(context, [userId], {
    type: 'info',
    title: msg('Your Agent Changed'),
    message: msg('{to} is taking over from {from} and can see your messages and viewings.', {
      to: await nameOf(context, toId),
      from: await nameOf(context, fromId),
    }),
    action:
      conversationId === null
        ? { label: msg('View Agent'), url: `/agents/${toId}` }
        : { label: msg('View Conversation'), url: `/conversations/${conversationId}` },
    about: { users: [fromId, toId] },
  });
}
