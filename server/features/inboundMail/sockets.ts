import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { isDatabaseUnavailable } from '#server/db/deadlines.ts';
import { StartRefusedError } from '#server/env.ts';
import type { ServerContext } from '#server/features/context.ts';
import { callerNetwork } from '#server/http/caller.ts';
import { ApiError } from '#server/http/errors.ts';
import { bodyShares } from '#server/http/limits/bodyShares.ts';
import { MAX_MAIL_BYTES } from '#shared/limits.ts';
import { english } from '#shared/messages.ts';
import { collect, MAX_ADDRESSES, receiveMail } from './service.ts';

const MAX_CLIENTS = 50;
const SOCKET_TIMEOUT_MS = 60_000;
/** At a stop of the server. */
const CLOSE_TIMEOUT_MS = 3_000;

/** A refusal in SMTP's own numbers: with 4xx the sender's server tries again, with 5xx it tells the sender. */
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

const notHere = () => refusal(550, '5.1.1 There is no such address here');

const codes: Partial<Record<ApiError['kind'], [code: number, status: string]>> = {
  invalid_input: [554, '5.6.0'],
  payload_too_large: [552, '5.3.4'],
  too_many_requests: [451, '4.7.0'],
};

/** Mail coming in by SMTP, for the reply addresses alone. Null: it is off. */
export function createMailListener(context: ServerContext) {
  const { env, log, metrics, replyAddresses } = context;
  if (!replyAddresses || env.inbound?.smtpPort === undefined) return null;
  const { smtpPort } = env.inbound;
  let isOpen = false;

  async function receive(
    stream: Parameters<NonNullable<SMTPServer['onData']>>[0],
    { envelope, remoteAddress }: SMTPServerSession,
  ): Promise<void> {
    const network = callerNetwork(remoteAddress);
    const share = bodyShares.open({ kind: 'usual', caller: `network ${network}`, network, bytes: 0 });
    try {
      const raw = await Promise.race([collect(stream, MAX_MAIL_BYTES, share.grow), share.refusal]);
      share.endReading();
      if (!raw || stream.sizeExceeded) throw refusal(552, '5.3.4 This email is too large');
      const outcomes = await receiveMail(context, raw, {
        sender: envelope.mailFrom ? envelope.mailFrom.address : '',
        recipients: envelope.rcptTo.map(({ address }) => address),
      });
      if (outcomes.every((outcome) => outcome === 'refused')) throw notHere();
    } finally {
      share.close();
    }
  }

  const server = new SMTPServer({
    name: new URL(env.publicUrl).hostname,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onRcptTo({ address }, { envelope }, done) {
      if (!replyAddresses.isOurs(address)) return done(notHere());
      done(envelope.rcptTo.length >= MAX_ADDRESSES ? refusal(452, '4.5.3 Too many recipients') : null);
    },
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(null),
        (error: unknown) => {
          // The rest is read, so that the sender reads the answer.
          stream.resume();
          done(toRefusal(error));
        },
      );
    },
  });

  function toRefusal(error: unknown): Error {
    if (error instanceof Error && 'responseCode' in error) return error;
    metrics.incomingMails.inc({ outcome: 'failed' });
    if (error instanceof ApiError) {
      const [code, status] = codes[error.kind] ?? [451, '4.3.0'];
      return refusal(code, `${status} ${english(error.sentence)}`);
    }
    if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'a mail could not be taken in');
    return refusal(451, '4.3.0 Please try again later');
  }

  // Senders break their connections off.
  server.on('error', (error) => log.debug({ err: error }, 'a connection of the mail listener ended early'));
  metrics.watch({
    name: 'mail_listener_open',
    help: '1 while the listener for incoming mail (INBOUND_SMTP_PORT) is open',
    read: () => [{ value: isOpen ? 1 : 0 }],
  });

  return {
    /** @returns the port. @throws {StartRefusedError} another program listens there, or the system refuses. */
    async listen(host: string): Promise<number> {
      try {
        await Promise.race([
          new Promise<void>((resolve) => server.listen(smtpPort, host, resolve)),
          once(server, 'error').then(([error]) => Promise.reject(error)),
        ]);
      } catch (error) {
        const { message } = error as Error;
        throw new StartRefusedError(
          `Port ${smtpPort} of ${host} (INBOUND_SMTP_PORT) cannot be opened: ${message}.`,
        );
      }
      isOpen = true;
      return (server.server.address() as AddressInfo).port;
    },
    close(): Promise<void> {
      if (!isOpen) return Promise.resolve();
      isOpen = false;
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
