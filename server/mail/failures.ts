import type { BaseContext } from '#server/context.ts';
import { mailServerOf, type TransportContext } from './transport.ts';

const MAX_WORDS = 300;

interface MailError {
  code?: unknown;
  /** What the mail server said, in its own words. */
  response?: unknown;
  message: string;
}

/** @returns why a mail could not be sent, as one sentence or two for people, without any password. */
export function describeMailFailure(context: TransportContext, error: unknown): string {
  const failure: MailError = error instanceof Error ? error : { message: String(error) };
  const server = mailServerOf(context)?.name ?? 'The mail server';
  const words = hideSecrets(context, quote(failure));
  switch (failure.code) {
    case 'EAUTH':
      return `${server} did not accept the user name or password: ${words}`;
    case 'EENVELOPE':
      return `${server} refused the sender or recipient: ${words}`;
    case 'EMESSAGE':
      return `${server} refused the mail: ${words}`;
    case 'EDNS':
    case 'ENOTFOUND':
      return `${server} could not be found: ${words}`;
    case 'ETIMEDOUT':
      return `${server} did not answer in time: ${words}`;
    case 'ETLS':
      return `${server} and this one found no way to speak in private: ${words}`;
    case 'ESOCKET':
    case 'ECONNECTION':
    case 'ECONNREFUSED':
      return `${server} could not be reached: ${words}`;
    default:
      return `The mail could not be sent: ${words}`;
  }
}

/** The server's own words where it said any, on one line. */
function quote({ response, message }: MailError): string {
  const words = typeof response === 'string' && response !== '' ? response : message;
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
}

/** A mail server may repeat what it was sent, as it was or in base64. */
function hideSecrets(
  { systemSettings, env }: Pick<BaseContext, 'env' | 'systemSettings'>,
  words: string,
): string {
  const { smtpUser, smtpPassword } = systemSettings.current().email;
  const fromUrl = env.smtpUrl ? decodeURIComponent(new URL(env.smtpUrl).password) : '';
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [smtpPassword, fromUrl]
    .filter((secret) => secret !== '')
    .flatMap((secret) => [base64(`\0${smtpUser}\0${secret}`), base64(secret), secret])
    .reduce((text, secret) => text.replaceAll(secret, '•••'), words);
}
