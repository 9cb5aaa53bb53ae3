import { randomUUID } from 'node:crypto';
import type { Admin } from '#server/features/auditLog/actor.ts';
import { recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { describeMailFailure } from '#server/mail/failures.ts';
import { testMail } from '#server/mail/templates.ts';
import { openTransport, sendLetter } from '#server/mail/transport.ts';

/**
 * Sends a mail at once, with the settings in force, past the outbox.
 * @throws {ApiError} `bad_gateway` with the reason: no mail server is named, or what it answered.
 */
export async function sendTestMail(
  context: ServerContext,
  admin: Admin,
  recipient: string,
): Promise<{ message: string }> {
  const transport = openTransport(context);
  if (!transport)
    throw new ApiError(
      'bad_gateway',
      'No mail can be sent: the email service is switched off. Switch it on, name a mail server and save first.',
      'mail_off',
    );
  try {
    const id = `test-${randomUUID()}`;
    await sendLetter(transport, context, { ...testMail(context), id, recipient, replyTo: null });
  } catch (error) {
    const reason = describeMailFailure(context, error);
    context.log.warn({ reason }, 'the test mail was not sent');
    throw new ApiError('bad_gateway', reason, 'mail_failed');
  } finally {
    transport.close();
  }
  const entry = {
    action: 'settings.test_email',
    entityType: 'settings',
    entityId: null,
    after: { recipient },
  };
  await context.db.transaction((transaction) => recordAudit(context, admin, entry, transaction));
  return { message: `A test email is on its way to ${recipient}` };
}
