import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import PostalMime, { type Email, type Mailbox } from 'postal-mime';
import { type ReceivedFile, showable } from '#server/media/pictures.ts';
import { cleanLine, cleanLines } from '#shared/writtenText.ts';

/** A received mail, as far as the site uses it. */
export interface IncomingMail {
  messageId: string | null;
  from: Mailbox | null;
  /** All addresses that it was sent to, as far as it names them. */
  recipients: string[];
  subject: string;
  /** The sender's own new words: without quoted mails and signatures. */
  words: string;
  files: ReceivedFile[];
  /** No person wrote it: an absence note, a mailing list, a failure report. Nothing may answer it (RFC 3834). */
  isAutomatic: boolean;
  /** The results of the sender's check by the receiving mail server, in its words; null: none. */
  authentication: { text: string; hasFailed: boolean } | null;
}

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };
/** Answers stand at the top. The patterns for quotes take long for a long text. */
const MAX_TEXT = 8_000;
const MAX_HTML = 500_000;
const MAX_AUTHENTICATION = 1_000;
/** A part that mail programs add to a signed mail. */
/** A smaller picture within the text is a logo or an icon of a signature; a photo that was pasted there is a file. */
const PASTED_BYTES = 40_000;
const SEAL = /^application\/(?:x-)?(?:pkcs7|pgp)-signature$/i;

/** @throws {Error} it cannot be read. */
export async function readIncomingMail(raw: Buffer): Promise<IncomingMail> {
  const mail = await PostalMime.parse(raw, LIMITS);
  const headers = (name: string) => mail.headers.flatMap(({ key, value }) => (key === name ? value : []));
  const from = mail.from && 'address' in mail.from && mail.from.address ? mail.from : null;
  const files = filesOf(mail);
  return {
    messageId: mail.messageId?.trim() || null,
    from: from && { name: cleanLine(repair(from.name)), address: from.address.trim().toLowerCase() },
    recipients: recipientsOf(mail, headers),
    subject: cleanLine(repair(mail.subject ?? '')),
    words: ownWords(mail, files.length > 0),
    files,
    isAutomatic: isAutomatic(headers, from?.address ?? ''),
    authentication: readAuthentication(headers('authentication-results')),
  };
}

type Headers = (name: string) => string[];

const filesOf = ({ attachments }: Email): ReceivedFile[] =>
  attachments.flatMap(({ filename, mimeType: claimedType, content, related, disposition }) => {
    if (SEAL.test(claimedType)) return [];
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
    const isDrawn = related && disposition !== 'attachment';
    if (isDrawn && (bytes.length < PASTED_BYTES || !claimedType.startsWith('image/'))) return [];
    return [{ name: showable(cleanLine(repair(filename ?? '')), 'file'), claimedType, bytes }];
  });

/** The letters of windows-1252 from 0x80 on, which Node 20 decodes as control characters (as browsers do, by the code). */
const LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Without NUL, which no database stores. */
const repair = (text: string): string =>
  text.replaceAll('\0', '').replace(/[\u0080-\u009f]/g, (sign) => LETTERS[sign.charCodeAt(0) - 0x80] ?? '');

/** The headers of the servers on the way name the address even where the sender's do not. */
function recipientsOf({ to = [], cc = [] }: Email, headers: Headers): string[] {
  const named = [...to, ...cc].flatMap((one) => one.group ?? [one]).map(({ address }) => address);
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'].flatMap(headers);
  const addresses = [...named, ...delivered.flatMap((text) => text.match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [])];
  return [...new Set(addresses.map((address) => address.trim().toLowerCase()))];
}

function isAutomatic(headers: Headers, from: string): boolean {
  const [automatic = 'no'] = headers('auto-submitted');
  const named = ['list-id', 'x-autoreply', 'x-autorespond', 'x-loop'].some((name) => headers(name).length > 0);
  return (
    named ||
    !/^\s*no\b/i.test(automatic) ||
    headers('precedence').some((value) => /^\s*(bulk|junk|list|auto_reply)\b/i.test(value)) ||
    headers('return-path').some((value) => value.trim() === '<>') ||
    headers('content-type').some((value) => /^\s*multipart\/report\b/i.test(value)) ||
    /^(mailer-daemon|postmaster)@/i.test(from)
  );
}

/** Of the nearest server alone (RFC 8601): the topmost header is its own, others are anybody's. */
function readAuthentication(values: readonly string[]): IncomingMail['authentication'] {
  const serverOf = (value: string) => value.trim().split(/[\s;]/, 1)[0];
  const [first] = values;
  if (first === undefined) return null;
  const text = values.filter((value) => serverOf(value) === serverOf(first)).join('\n');
  const resultsOf = (method: string) =>
    [...text.matchAll(new RegExp(`\\b${method}\\s*=\\s*(\\w+)`, 'gi'))].map(([, result = '']) =>
      result.toLowerCase(),
    );
  const others = [...resultsOf('spf'), ...resultsOf('dkim')];
  const [dmarc = 'none'] = resultsOf('dmarc');
  const isUnproven = others.includes('fail') && !others.includes('pass');
  return {
    text: cleanLines(repair(text)).slice(0, MAX_AUTHENTICATION),
    hasFailed: dmarc === 'fail' || (dmarc !== 'pass' && isUnproven),
  };
}

/** In Filipino, which the parser of replies does not know: the line above a quoted mail, and that of a phone. */
const filipino = [/^Noong\b[^\n]{0,300}(?:\n[^\n]{1,300})?:[ \t]*$/gm, /^Ipinadala mula sa [^\n]*$/gm];

function ownWords({ text = '', html = '' }: Email, hasFiles: boolean): string {
  const written = text.trim() ? text : toText(html.slice(0, MAX_HTML));
  const whole = cleanLines(repair(written)).slice(0, MAX_TEXT);
  const known = filipino.reduce((left, pattern) => left.replace(pattern, ''), whole);
  const own = cleanLines(new EmailReplyParser().read(known).getVisibleText());
  // Rather too much than nothing, where everything looks like a quote.
  return own || hasFiles ? own : whole;
}

const skipped = ['.gmail_quote', '.yahoo_quoted', 'blockquote[type="cite"]', '.moz-cite-prefix', 'img', 'hr'];

const toText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_HTML, maxDepth: 60 },
    selectors: [
      ...skipped.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
