import type { BaseContext } from '#server/context.ts';
import { escapeHtml } from '#shared/escapeHtml.ts';
import { english } from '#shared/messages.ts';
import { scopeTexts, type TokenScope } from '#shared/tokenScopes.ts';
import type { MailContent } from './mailer.ts';

type TemplateContext = Pick<BaseContext, 'env' | 'systemSettings'>;

interface MailDraft {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** What can be opened, one by one. */
  items?: { text: string; url: string }[];
  action?: { label: string; url: string };
  /** Small print below: why the reader gets this, what to do if it was not them. */
  note: string;
}

interface MailSite {
  siteName: string;
  /** Address of the site, without a trailing slash. */
  siteUrl: string;
}

/** A kind of mail: its words as a function of the facts it tells and of the site it comes from. */
export function defineMail<Facts = unknown>(write: (facts: Facts & MailSite) => MailDraft) {
  return ({ env, systemSettings }: TemplateContext, facts: Facts): MailContent => {
    const site = { siteName: systemSettings.current().application.siteName, siteUrl: env.publicUrl };
    return renderMail({ ...site, ...write({ ...facts, ...site }) });
  };
}

/** @param link good for one hour. */
export const passwordResetMail = defineMail<{ name: string; link: string }>(({ name, link, siteName }) => ({
  subject: english('Set a new password for {siteName}', { siteName }),
  heading: english('Set a new password'),
  paragraphs: [
    english('Hello {name},', { name }),
    english(
      'Someone, most likely you, asked to reset the password of your {siteName} account. Choose a new one with the link below. It works once and expires after one hour.',
      { siteName },
    ),
  ],
  action: { label: english('Choose a new password'), url: link },
  note: english('If you did not ask for this, ignore this email. Your password stays the same.'),
}));

/** @param link good for a day, as `code` is. */
export const confirmEmailMail = defineMail<Record<'name' | 'link' | 'code', string>>(
  ({ name, link, code, siteName }) => ({
    subject: english('Confirm your email for {siteName}', { siteName }),
    heading: english('Please confirm your email'),
    paragraphs: [
      english('Hello {name},', { name }),
      english(
        'Confirm this email address for your {siteName} account. Press the button, or enter this code where you are logged in:',
        { siteName },
      ),
      code,
      english('Each works once and expires after 24 hours.'),
    ],
    action: { label: english('Confirm my email'), url: link },
    note: english(
      'If you do not have a {siteName} account, ignore this email. Someone entered your address by mistake.',
      { siteName },
    ),
  }),
);

/** To the address an account has. @param link good until a week after the change. */
export const emailChangeMail = defineMail<Record<'name' | 'newEmail' | 'link', string>>(
  ({ name, newEmail, link, siteName }) => ({
    subject: english('The email of your {siteName} account is about to change', { siteName }),
    heading: english('Someone asked to change your email'),
    paragraphs: [
      english('Hello {name},', { name }),
      english(
        'Someone who knows your password asked to change the email of your {siteName} account from this address to {newEmail}. The change takes effect once the new address is confirmed.',
        { siteName, newEmail },
      ),
      english('If this was you, you do not need to do anything.'),
      english(
        'If this was not you, press the button. You keep this address, everyone is logged out, and we email you a link to set a new password. You can do this until 7 days after the change.',
      ),
    ],
    action: { label: english('This was not me'), url: link },
    note: english('You get this email because this address belongs to your account.'),
  }),
);

/** To the owner of an address that somebody else wanted for theirs. */
export const addressInUseMail = defineMail(({ siteName }) => ({
  subject: english('Your email was entered on {siteName}', { siteName }),
  heading: english('Someone entered your email address'),
  paragraphs: [
    english(
      'Someone tried to use this address for their {siteName} account. It belongs to yours, so nothing changed. We did not tell them that you have an account.',
      { siteName },
    ),
  ],
  note: english(
    'You do not need to do anything. If it was you, log in to the account that uses this address.',
  ),
}));

const manilaTime = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  dateStyle: 'long',
  timeStyle: 'short',
});

export const passwordChangedMail = defineMail<{ name: string; changedAt: Date }>(
  ({ name, changedAt, siteName }) => ({
    subject: english('Your {siteName} password was changed', { siteName }),
    heading: english('Your password was changed'),
    paragraphs: [
      english('Hello {name},', { name }),
      english(
        'The password of your {siteName} account was changed on {time} (Manila time). Everyone who was logged in to it has been logged out.',
        { siteName, time: manilaTime.format(changedAt) },
      ),
    ],
    note: english(
      'If this was not you, use “Forgot password?” in the login window right away to recover your account.',
    ),
  }),
);

/** What happened to somebody's second factor. */
export type SecondFactorNews =
  | { what: 'setUp' | 'ended' | 'recoveryCodesRenewed' }
  | { what: 'endedByAdmin'; reason: string }
  | { what: 'passkeyAdded' | 'passkeyRemoved'; passkey: string }
  | { what: 'recoveryCodeUsed'; left: number };

interface SecondFactorFacts {
  name: string;
  at: Date;
  news: SecondFactorNews;
}

export const secondFactorMail = defineMail<SecondFactorFacts>(({ name, at, news, siteName, siteUrl }) => {
  const { heading, sentences } = tellSecondFactor(news);
  return {
    subject: `${heading} – ${siteName}`,
    heading,
    paragraphs: [
      english('Hello {name},', { name }),
      ...sentences,
      english('This happened on {time} (Manila time).', { time: manilaTime.format(at) }),
    ],
    note: english(
      'If this was not you, set a new password at {siteUrl}/reset-password and then write to us so we can help you recover your account.',
      { siteUrl },
    ),
  };
});

function tellSecondFactor(news: SecondFactorNews): { heading: string; sentences: string[] } {
  switch (news.what) {
    case 'setUp':
      return {
        heading: english('Two-step login is on'),
        sentences: [
          english('From now on you need a code from your authenticator app each time you log in.'),
          english('Keep your recovery codes somewhere you can find them without your phone.'),
        ],
      };
    case 'ended':
      return {
        heading: english('Two-step login is off'),
        sentences: [english('You now log in with your password alone.')],
      };
    case 'endedByAdmin':
      return {
        heading: english('Two-step login is off'),
        sentences: [
          english('An administrator turned it off for your account. Reason: {reason}', {
            reason: news.reason,
          }),
          english('You now log in with your password alone. You can set it up again in your profile.'),
        ],
      };
    case 'passkeyAdded':
      return {
        heading: english('A passkey was added'),
        sentences: [english('You can now log in with the passkey “{passkey}”.', { passkey: news.passkey })],
      };
    case 'passkeyRemoved':
      return {
        heading: english('A passkey was removed'),
        sentences: [
          english('You can no longer log in with the passkey “{passkey}”.', { passkey: news.passkey }),
        ],
      };
    case 'recoveryCodesRenewed':
      return {
        heading: english('You have new recovery codes'),
        sentences: [english('Your earlier codes no longer work.')],
      };
    case 'recoveryCodeUsed':
      return {
        heading: english('A recovery code was used'),
        sentences: [
          english(
            '{left, plural, =0 {You have none left. Create new ones in your profile.} one {You have # recovery code left.} other {You have # recovery codes left.}}',
            { left: news.left },
          ),
        ],
      };
  }
}

interface NewApiToken {
  name: string;
  /** The name its owner gave it. */
  token: string;
  scopes: readonly TokenScope[];
  at: Date;
}

export const apiTokenMail = defineMail<NewApiToken>(({ name, token, scopes, at, siteName, siteUrl }) => ({
  subject: english('A new API token for your {siteName} account', { siteName }),
  heading: english('An API token was made for your account'),
  paragraphs: [
    english('Hello {name},', { name }),
    english('The API token “{token}” was made on {time} (Manila time). A program that has it can:', {
      token,
      time: manilaTime.format(at),
    }),
    ...scopes.map((scope) => `• ${english(scopeTexts[scope])}`),
    english('If this was you, you do not need to do anything.'),
  ],
  action: { label: english('Set a new password'), url: `${siteUrl}/reset-password` },
  note: english(
    'If this was not you, set a new password right away. This ends all API tokens and logs everyone out.',
  ),
}));

interface NewDevice {
  name: string;
  at: Date;
  /** 'Chrome on Windows' */
  device: string;
  address: string;
}

export const newDeviceMail = defineMail<NewDevice>(({ name, at, device, address, siteName, siteUrl }) => ({
  subject: english('New login to your {siteName} account', { siteName }),
  heading: english('Your account was used on a new device'),
  paragraphs: [
    english('Hello {name},', { name }),
    english('Someone logged in to your {siteName} account on {time} (Manila time).', {
      siteName,
      time: manilaTime.format(at),
    }),
    english('Device: {device}. Network address: {address}.', { device, address }),
    english('If this was you, you do not need to do anything.'),
    english('If this was not you, set a new password right away. This logs everyone else out.'),
  ],
  action: { label: english('Set a new password'), url: `${siteUrl}/reset-password` },
  note: english(
    'You get this email whenever someone logs in to your account on a device we have not seen before.',
  ),
}));

/** The last mail to somebody whose account is gone. */
export const erasureDoneMail = defineMail<{ name: string }>(({ name, siteName }) => ({
  subject: english('Your {siteName} account was erased', { siteName }),
  heading: english('Your account was erased'),
  paragraphs: [
    english('Hello {name},', { name }),
    english(
      'As you asked, we erased your {siteName} account and your data. Messages you sent to other people stay with them, without your name.',
      { siteName },
    ),
  ],
  note: english(
    'Copies in our backups disappear as the backups expire. You are welcome to open a new account at any time.',
  ),
}));

/** An agent's answer to somebody who wrote through the contact form. */
export const inquiryReplyMail = defineMail<Record<'name' | 'agentName' | 'message' | 'question', string>>(
  ({ name, agentName, message, question, siteName }) => ({
    subject: english('{agentName} answered your inquiry on {siteName}', { agentName, siteName }),
    heading: english('{agentName} answered your inquiry', { agentName }),
    paragraphs: [english('Hello {name},', { name }), ...message.split(/\n{2,}/), `— ${agentName}`],
    note: english('You wrote: “{question}”. Reply to this email to answer {agentName}.', {
      question,
      agentName,
    }),
  }),
);

interface Notice {
  name: string;
  title: string;
  message: string;
  /** What the message sums up, one by one. */
  details?: string[];
  items?: { text: string; url: string }[];
  /** Where one click ends mails of this kind. */
  unsubscribeUrl?: string;
  action: { label: string; url: string } | null;
}

/** What the bell shows, for those who want it by mail too. */
export const noticeMail = defineMail<Notice>(
  ({ name, title, message, details = [], items = [], unsubscribeUrl, action, siteName, siteUrl }) => ({
    subject: `${title} – ${siteName}`,
    heading: title,
    paragraphs: [english('Hello {name},', { name }), message, ...details],
    items: items.map(({ text, url }) => ({ text, url: `${siteUrl}${url}` })),
    ...(action ? { action: { label: action.label, url: `${siteUrl}${action.url}` } } : {}),
    note: unsubscribeUrl
      ? english('You get this email because you saved this search. To stop these emails: {unsubscribeUrl}', {
          unsubscribeUrl,
        })
      : english(
          'You get this email because email notifications are on in your settings: {siteUrl}/settings',
          {
            siteUrl,
          },
        ),
  }),
);

/** To whoever has the address, who may have no account. @param link good once. */
export const listInvitationMail = defineMail<Record<'inviter' | 'list' | 'link', string> & { days: number }>(
  ({ inviter, list, link, days, siteName }) => ({
    subject: english('{inviter} invited you to a list on {siteName}', { inviter, siteName }),
    heading: english('Look for a home together'),
    paragraphs: [
      english('{inviter} invited you to the list “{list}” on {siteName}.', { inviter, list, siteName }),
      english('Press the button to join. The invitation works once and expires after {days} days.', { days }),
    ],
    action: { label: english('View Invitation'), url: link },
    note: english('If you do not know this person, ignore this email.'),
  }),
);

/** To be kept outside of the server. @param line as `npm run audit:verify -- --anchors=FILE` reads it. */
export const auditAnchorMail = defineMail<{ name: string; id: number; line: string }>(
  ({ name, id, line, siteName }) => ({
    subject: english('Audit log of {siteName}: entry {id}', { siteName, id }),
    heading: english('The audit log is at entry {id}', { id }),
    paragraphs: [
      english('Hello {name},', { name }),
      english(
        'Keep this line somewhere outside the server. It lets you check later whether the end of the audit log was cut off:',
      ),
      line,
    ],
    note: english(
      'You get this email because “Email audit anchors” is on in the system settings, under Backup.',
    ),
  }),
);

/** Sent when an admin tries the mail settings out. */
export const testMail = defineMail(({ siteName }) => ({
  subject: english('Test email from {siteName}', { siteName }),
  heading: english('The email service works'),
  paragraphs: [
    english('This email was sent with the settings saved in the {siteName} admin dashboard.', {
      siteName,
    }),
    english('If you can read this, Silong can send email.'),
  ],
  note: english('An administrator asked for this email. You do not need to do anything.'),
}));

/** Every mail's layout, as HTML and as plain text. All values are plain text and escaped here. */
function renderMail(draft: MailDraft & MailSite): MailContent {
  return { subject: draft.subject, text: renderText(draft), html: renderHtml(draft) };
}

function renderText({
  siteName,
  siteUrl,
  heading,
  paragraphs,
  items = [],
  action,
  note,
}: MailDraft & MailSite): string {
  return [
    heading,
    ...paragraphs,
    ...items.map(({ text, url }) => `${text}\n${url}`),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    note,
    `-- \n${siteName}\n${siteUrl}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * Tables and inline styles, because that is what mail programs understand. Both colour schemes are declared, and in
 * the dark one the colours are ours: a program that inverts by itself would leave dark text on a dark button.
 */
function renderHtml({
  subject,
  siteName,
  siteUrl,
  heading,
  paragraphs,
  items = [],
  action,
  note,
}: MailDraft & MailSite): string {
  const text = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#33413c';
  const body = paragraphs.map((line) => `<p class="text" style="${text}">${escapeHtml(line)}</p>`).join('');
  const list = items
    .map(
      ({ text: label, url }) =>
        `<p class="text" style="${text}"><a href="${escapeHtml(url)}" class="link" style="color:#0b6b4f">${escapeHtml(label)}</a></p>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #101614 !important; }
  .card { background: #1a2320 !important; border-color: #2c3833 !important; }
  .heading, .brand { color: #f1f5f3 !important; }
  .text { color: #ccd6d1 !important; }
  .note { color: #94a39c !important; }
  .link { color: #6fd0ae !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td style="padding:0 4px 16px"><a href="${escapeHtml(siteUrl)}" class="brand" style="font-size:20px;font-weight:700;color:#14201c;text-decoration:none">${escapeHtml(siteName)}</a></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e1e7e4;border-radius:12px;padding:32px">
<h1 class="heading" style="margin:0 0 20px;font-size:22px;line-height:1.3;color:#14201c">${escapeHtml(heading)}</h1>
${body}
${list}
${action ? renderAction(action) : ''}
<p class="note" style="margin:24px 0 0;font-size:13px;line-height:1.6;color:#65746d">${withLinks(escapeHtml(note))}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Addresses in a sentence of ours can be pressed, and a long one makes no phone scroll sideways. */
const withLinks = (html: string) =>
  html.replace(
    /https?:\/\/[^\s<]+/g,
    (address) =>
      `<a href="${address}" class="link" style="color:#0b6b4f;word-break:break-all">${address}</a>`,
  );

/** The address stands below its button too: some people look before they press, some programs show no button. */
function renderAction({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>
<td style="border-radius:8px;background:#0b6b4f"><a href="${address}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="note" style="margin:0;font-size:13px;line-height:1.6;color:#65746d;word-break:break-all">Or open this address: <a href="${address}" class="link" style="color:#0b6b4f">${address}</a></p>`;
}
