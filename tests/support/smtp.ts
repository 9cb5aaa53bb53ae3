import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it came over the wire. */
  raw: string;
}

interface Refusal {
  responseCode: number;
  at: 'login' | 'recipient' | 'data';
  /** Repeats the password it was given, as an ill-mannered server may. */
  echo?: boolean;
}

export interface TestSmtp {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Waits until that many mails have come, or fails. */
  waitFor(count: number): Promise<ReceivedMail[]>;
  /** The answer to the next mails: null accepts them; 'nothing' receives them and never answers. */
  answerWith(refusal: Refusal | 'nothing' | null): void;
  /** Names and passwords that were offered. */
  logins: { username: string; password: string }[];
  close(): Promise<void>;
}

/** A real mail server on a free loopback port, which keeps received mails. */
export async function startSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const logins: TestSmtp['logins'] = [];
  let refusal: Refusal | null = null;
  let isSilent = false;
  const refuse = (at: Refusal['at'], password = '') =>
    refusal?.at === at
      ? Object.assign(new Error(`refused by the test ${refusal.echo ? password : ''}`.trim()), {
          responseCode: refusal.responseCode,
        })
      : null;

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      logins.push({ username: username ?? '', password: password ?? '' });
      done(refuse('login', password ?? ''), { user: username });
    },
    onRcptTo(_address, _session, done) {
      done(refuse('recipient'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (isSilent) return;
        const error = refuse('data');
        if (error) return done(error);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  // A sender that is killed breaks its connection off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    logins,
    answerWith(next) {
      isSilent = next === 'nothing';
      refusal = next === 'nothing' ? null : next;
    },
    async waitFor(count) {
      const deadline = Date.now() + 5_000;
      while (mails.length < count) {
        if (Date.now() > deadline) throw new Error(`${mails.length} of ${count} mails came`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return mails;
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** A part of a mail (`text/plain`, `text/html`) as its reader sees it: quoted-printable or base64 undone. */
export function readPart(mail: ReceivedMail, type: 'text/plain' | 'text/html'): string {
  const start = mail.raw.indexOf(`Content-Type: ${type}`);
  if (start < 0) throw new Error(`the mail has no ${type} part`);
  const bodyStart = mail.raw.indexOf('\r\n\r\n', start);
  const head = mail.raw.slice(start, bodyStart);
  const end = mail.raw.indexOf('\r\n--', bodyStart + 4);
  const body = mail.raw.slice(bodyStart + 4, end < 0 ? undefined : end);
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
