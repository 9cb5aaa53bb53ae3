import type { BaseContext } from '#server/context.ts';
import { moment, say, type Translate, translator, type Words } from '#server/languages.ts';
import { escapeHtml } from '#shared/escapeHtml.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
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
  language: string;
  /** Says messages in it. */
  t: Translate;
}

/** A kind of mail: its words as a function of the facts it tells and of the site it comes from. */
export function defineMail<Facts = unknown>(write: (facts: Facts & MailSite) => MailDraft) {
  /** @param language of whoever reads it; null where they chose none. */
  return ({ env, systemSettings }: TemplateContext, language: string | null, facts: Facts): MailContent => {
    const code = language ?? DEFAULT_LANGUAGE;
    const site = {
      siteName: systemSettings.current().application.siteName,
      siteUrl: env.publicUrl,
      t: translator(code),
      language: code,
    };
    return renderMail({ ...site, ...write({ ...facts, ...site }) });
  };
}

/** @param link good for one hour. */
export const passwordResetMail = defineMail<{ name: string; link: string }>(
  ({ name, link, siteName, t }) => ({
    subject: t('Set a new password for {siteName}', { siteName }),
    heading: t('Set a new password'),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'Someone, most likely you, asked to reset the password of your {siteName} account. Choose a new one with the link below. It works once and expires after one hour.',
        { siteName },
      ),
    ],
    action: { label: t('Choose a new password'), url: link },
    note: t('If you did not ask for this, ignore this email. Your password stays the same.'),
  }),
);

/** @param link good for a day, as `code` is. */
export const confirmEmailMail = defineMail<Record<'link' | 'code', string>>(
  ({ link, code, siteName, t }) => ({
    subject: t('Confirm your email for {siteName}', { siteName }),
    heading: t('Please confirm your email'),
    paragraphs: [
      // Whose address it is nobody knows yet: the name that was typed is a stranger's words to them.
      t('Hello,'),
      t(
        'Confirm this email address for your {siteName} account. Press the button, or enter this code where you are logged in:',
        { siteName },
      ),
      code,
      t('Each works once and expires after 24 hours.'),
    ],
    action: { label: t('Confirm my email'), url: link },
    note: t(
      'If you do not have a {siteName} account, ignore this email. Someone entered your address by mistake.',
      { siteName },
    ),
  }),
);

/** To the address an account has. @param link good until a week after the change. */
export const emailChangeMail = defineMail<Record<'name' | 'newEmail' | 'link', string>>(
  ({ name, newEmail, link, siteName, t }) => ({
    subject: t('The email of your {siteName} account is about to change', { siteName }),
    heading: t('Someone asked to change your email'),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'Someone who knows your password asked to change the email of your {siteName} account from this address to {newEmail}. The change takes effect once the new address is confirmed.',
        { siteName, newEmail },
      ),
      t('If this was you, you do not need to do anything.'),
      t(
        'If this was not you, press the button. You keep this address, everyone is logged out, and we email you a link to set a new password. You can do this until 7 days after the change.',
      ),
    ],
    action: { label: t('This was not me'), url: link },
    note: t('You get this email because this address belongs to your account.'),
  }),
);

/** To the address that an account had until then. */
export const emailChangedByAdminMail = defineMail<Record<'name' | 'email', string>>(
  ({ name, email, siteName, t }) => ({
    subject: t('The email of your {siteName} account was changed', { siteName }),
    heading: t('An administrator changed your email'),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'The email of your {siteName} account is now {email}, once that address is confirmed. This address no longer opens the account.',
        {
          siteName,
          email,
        },
      ),
    ],
    note: t('If you did not ask for this, reply to this email.'),
  }),
);

/** To the owner of an address that somebody else wanted for theirs. */
export const addressInUseMail = defineMail(({ siteName, t }) => ({
  subject: t('Your email was entered on {siteName}', { siteName }),
  heading: t('Someone entered your email address'),
  paragraphs: [
    t(
      'Someone tried to use this address for their {siteName} account. It belongs to yours, so nothing changed. We did not tell them that you have an account.',
      { siteName },
    ),
  ],
  note: t('You do not need to do anything. If it was you, log in to the account that uses this address.'),
}));

/** What opens an account, or hears from it, beside its password and its sessions. */
export interface OtherAccess {
  /** The names their owner gave them. */
  passkeys: string[];
  hasAuthenticator: boolean;
  /** Logins by the company's login service. */
  companyLogins: number;
  /** Names. */
  apiTokens: string[];
  /** Where what happens is sent to. */
  webhooks: string[];
  /** Devices that get notifications. */
  pushDevices: number;
}

const accessLines = (access: OtherAccess, t: Translate): string[] => {
  const { passkeys, hasAuthenticator, companyLogins, apiTokens, webhooks, pushDevices } = access;
  return [
    passkeys.length > 0 && t('Passkeys: {names}', { names: passkeys.join(', ') }),
    hasAuthenticator && t('Two-step login with an authenticator app, and its recovery codes'),
    companyLogins > 0 && t('Login with your company account'),
    apiTokens.length > 0 && t('API tokens: {names}', { names: apiTokens.join(', ') }),
    webhooks.length > 0 && t('Webhooks: {addresses}', { addresses: webhooks.join(', ') }),
    pushDevices > 0 &&
      t('{count, plural, one {Notifications on # device} other {Notifications on # devices}}', {
        count: pushDevices,
      }),
  ].flatMap((line) => (line ? `• ${line}` : []));
};

export const hasAny = ({
  passkeys,
  hasAuthenticator,
  companyLogins,
  apiTokens,
  webhooks,
  pushDevices,
}: OtherAccess) =>
  hasAuthenticator || passkeys.length + companyLogins + apiTokens.length + webhooks.length + pushDevices > 0;

const endedLines = (ended: OtherAccess | undefined, t: Translate): string[] =>
  ended && hasAny(ended)
    ? [
        t('These no longer open your account or hear from it. Set up again what is yours:'),
        ...accessLines(ended, t),
      ]
    : [];

/** To whoever has proved that the address is theirs, or has taken it back. */
export const accessEndedMail = defineMail<{ name: string; at: Date; ended: OtherAccess }>(
  ({ name, at, ended, siteName, siteUrl, t }) => ({
    subject: t('What was ended in your {siteName} account', { siteName }),
    heading: t('Other ways into your account were ended'),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'On {time} (Manila time) it was proved that this address is yours. What had been set up before that may be someone else’s.',
        {
          time: moment(at, 'longMoment'),
        },
      ),
      ...endedLines(ended, t),
    ],
    action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
    note: t(
      'If any of it was not yours, set a new password, which logs everyone out, and reply to this email.',
    ),
  }),
);

export const passwordChangedMail = defineMail<{
  name: string;
  changedAt: Date;
  ended?: OtherAccess;
  kept?: OtherAccess;
}>(({ name, changedAt, ended, kept, siteName, t }) => ({
  subject: t('Your {siteName} password was changed', { siteName }),
  heading: t('Your password was changed'),
  paragraphs: [
    t('Hello {name},', { name }),
    t(
      'The password of your {siteName} account was changed on {time} (Manila time). Everyone who was logged in to it has been logged out.',
      { siteName, time: moment(changedAt, 'longMoment') },
    ),
    ...endedLines(ended, t),
    ...(kept && hasAny(kept)
      ? [
          t(
            'These still open your account or hear from it. Remove in your profile what is not yours; webhooks stay paused until you switch them on:',
          ),
          ...accessLines(kept, t),
        ]
      : []),
  ],
  note: t(
    'If this was not you, use “Forgot password?” in the login window right away to recover your account. If you cannot log in, reply to this email.',
  ),
}));

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

export const secondFactorMail = defineMail<SecondFactorFacts>(({ name, at, news, siteName, siteUrl, t }) => {
  const { heading, sentences } = tellSecondFactor(news, t);
  return {
    subject: `${heading} – ${siteName}`,
    heading,
    paragraphs: [
      t('Hello {name},', { name }),
      ...sentences,
      t('This happened on {time} (Manila time).', { time: moment(at, 'longMoment') }),
    ],
    note: t(
      'If this was not you, set a new password at {siteUrl}/reset-password and then write to us so we can help you recover your account.',
      { siteUrl },
    ),
  };
});

function tellSecondFactor(news: SecondFactorNews, t: Translate): { heading: string; sentences: string[] } {
  switch (news.what) {
    case 'setUp':
      return {
        heading: t('Two-step login is on'),
        sentences: [
          t('From now on you need a code from your authenticator app each time you log in.'),
          t('Keep your recovery codes somewhere you can find them without your phone.'),
        ],
      };
    case 'ended':
      return {
        heading: t('Two-step login is off'),
        sentences: [t('You now log in with your password alone.')],
      };
    case 'endedByAdmin':
      return {
        heading: t('Two-step login is off'),
        sentences: [
          t('An administrator turned it off for your account. Reason: {reason}', {
            reason: news.reason,
          }),
          t('You now log in with your password alone. You can set it up again in your profile.'),
        ],
      };
    case 'passkeyAdded':
      return {
        heading: t('A passkey was added'),
        sentences: [t('You can now log in with the passkey “{passkey}”.', { passkey: news.passkey })],
      };
    case 'passkeyRemoved':
      return {
        heading: t('A passkey was removed'),
        sentences: [t('You can no longer log in with the passkey “{passkey}”.', { passkey: news.passkey })],
      };
    case 'recoveryCodesRenewed':
      return {
        heading: t('You have new recovery codes'),
        sentences: [t('Your earlier codes no longer work.')],
      };
    case 'recoveryCodeUsed':
      return {
        heading: t('A recovery code was used'),
        sentences: [
          t(
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

export const apiTokenMail = defineMail<NewApiToken>(({ name, token, scopes, at, siteName, siteUrl, t }) => ({
  subject: t('A new API token for your {siteName} account', { siteName }),
  heading: t('An API token was made for your account'),
  paragraphs: [
    t('Hello {name},', { name }),
    t('The API token “{token}” was made on {time} (Manila time). A program that has it can:', {
      token,
      time: moment(at, 'longMoment'),
    }),
    ...scopes.map((scope) => `• ${t(scopeTexts[scope])}`),
    t('If this was you, you do not need to do anything.'),
  ],
  action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
  note: t(
    'If this was not you, set a new password right away. This ends all API tokens and logs everyone out.',
  ),
}));

export const webhookMail = defineMail<{ name: string; url: string; at: Date }>(
  ({ name, url, at, siteName, siteUrl, t }) => ({
    subject: t('A webhook of your {siteName} account', { siteName }),
    heading: t('What happens in your account is sent on'),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'On {time} (Manila time) a webhook was set up that sends your inquiries, viewings and listings to this address:',
        {
          time: moment(at, 'longMoment'),
        },
      ),
      url,
      t('If this was you, you do not need to do anything.'),
    ],
    action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
    note: t(
      'If this was not you, set a new password right away. This pauses all webhooks and logs everyone out.',
    ),
  }),
);

export const contactEmailMail = defineMail<{ name: string; contactEmail: string | null; at: Date }>(
  ({ name, contactEmail, at, siteName, siteUrl, t }) => ({
    subject: t('The public email of your {siteName} account was changed', { siteName }),
    heading: t('Clients write to another address now'),
    paragraphs: [
      t('Hello {name},', { name }),
      contactEmail
        ? t('On {time} (Manila time) the email that visitors see was changed to {contactEmail}.', {
            time: moment(at, 'longMoment'),
            contactEmail,
          })
        : t('Since {time} (Manila time) visitors see the email of your account again.', {
            time: moment(at, 'longMoment'),
          }),
      t('If this was you, you do not need to do anything.'),
    ],
    action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
    note: t(
      'If this was not you, set a new password right away. This logs everyone out, and visitors see the email of your account again.',
    ),
  }),
);

interface NewDevice {
  name: string;
  at: Date;
  /** 'Chrome on Windows' */
  device: string;
  address: string;
}

export const newDeviceMail = defineMail<NewDevice>(({ name, at, device, address, siteName, siteUrl, t }) => ({
  subject: t('New login to your {siteName} account', { siteName }),
  heading: t('Your account was used on a new device'),
  paragraphs: [
    t('Hello {name},', { name }),
    t('Someone logged in to your {siteName} account on {time} (Manila time).', {
      siteName,
      time: moment(at, 'longMoment'),
    }),
    t('Device: {device}. Network address: {address}.', { device, address }),
    t('If this was you, you do not need to do anything.'),
    t('If this was not you, set a new password right away. This logs everyone else out.'),
  ],
  action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
  note: t('You get this email whenever someone logs in to your account on a device we have not seen before.'),
}));

/** The last mail to somebody whose account is gone. */
export const erasureDoneMail = defineMail<{ name: string }>(({ name, siteName, t }) => ({
  subject: t('Your {siteName} account was erased', { siteName }),
  heading: t('Your account was erased'),
  paragraphs: [
    t('Hello {name},', { name }),
    t(
      'As you asked, we erased your {siteName} account and your data. Messages you sent to other people stay with them, without your name.',
      { siteName },
    ),
  ],
  note: t(
    'Copies in our backups disappear as the backups expire. You are welcome to open a new account at any time.',
  ),
}));

/** An agent's answer to somebody who wrote through the contact form. */
export const inquiryReplyMail = defineMail<Record<'name' | 'agentName' | 'message' | 'question', string>>(
  ({ name, agentName, message, question, siteName, t }) => ({
    subject: t('{agentName} answered your inquiry on {siteName}', { agentName, siteName }),
    heading: t('{agentName} answered your inquiry', { agentName }),
    paragraphs: [t('Hello {name},', { name }), ...message.split(/\n{2,}/), `— ${agentName}`],
    note: t('You wrote: “{question}”. Reply to this email to answer {agentName}.', {
      question,
      agentName,
    }),
  }),
);

interface Notice {
  name: string;
  title: string | Words;
  message: string | Words;
  /** What the message sums up, one by one. */
  details?: (string | Words)[];
  items?: { text: string | Words; url: string }[];
  /** Where one click ends mails of this kind. */
  unsubscribeUrl?: string;
  action: { label: string | Words; url: string } | null;
}

/** What the bell shows, for those who want it by mail too. */
export const noticeMail = defineMail<Notice>(
  ({
    name,
    title,
    message,
    details = [],
    items = [],
    unsubscribeUrl,
    action,
    siteName,
    siteUrl,
    t,
    language,
  }) => {
    const said = (words: string | Words) => say(language, words);
    return {
      subject: `${said(title)} – ${siteName}`,
      heading: said(title),
      paragraphs: [t('Hello {name},', { name }), said(message), ...details.map(said)],
      items: items.map(({ text, url }) => ({ text: said(text), url: `${siteUrl}${url}` })),
      ...(action ? { action: { label: said(action.label), url: `${siteUrl}${action.url}` } } : {}),
      note: unsubscribeUrl
        ? t('You get this email because you saved this search. To stop these emails: {unsubscribeUrl}', {
            unsubscribeUrl,
          })
        : t('You get this email because email notifications are on in your settings: {siteUrl}/settings', {
            siteUrl,
          }),
    };
  },
);

/** To whoever has the address, who may have no account. @param link good once. */
export const listInvitationMail = defineMail<Record<'inviter' | 'list' | 'link', string> & { days: number }>(
  ({ inviter, list, link, days, siteName, t }) => ({
    // Of what a stranger wrote nothing stands where a reader takes it for the site's own words.
    subject: t('You are invited to a list of homes on {siteName}', { siteName }),
    heading: t('Look for a home together'),
    paragraphs: [
      t('{inviter} invited you to the list “{list}” on {siteName}.', { inviter, list, siteName }),
      t('Press the button to join. The invitation works once and expires after {days} days.', { days }),
    ],
    action: { label: t('View Invitation'), url: link },
    note: t('If you do not know this person, ignore this email.'),
  }),
);

/** To be kept outside of the server. @param line as `npm run audit:verify -- --anchors=FILE` reads it. */
export const auditAnchorMail = defineMail<{ name: string; id: number; line: string }>(
  ({ name, id, line, siteName, t }) => ({
    subject: t('Audit log of {siteName}: entry {id}', { siteName, id }),
    heading: t('The audit log is at entry {id}', { id }),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'Keep this line somewhere outside the server. It lets you check later whether the end of the audit log was cut off:',
      ),
      line,
    ],
    note: t('You get this email because “Email audit anchors” is on in the system settings, under Backup.'),
  }),
);

/** Sent when an admin tries the mail settings out. */
export const testMail = defineMail(({ siteName, t }) => ({
  subject: t('Test email from {siteName}', { siteName }),
  heading: t('The email service works'),
  paragraphs: [
    t('This email was sent with the settings saved in the {siteName} admin dashboard.', {
      siteName,
    }),
    t('If you can read this, Silong can send email.'),
  ],
  note: t('An administrator asked for this email. You do not need to do anything.'),
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
  language,
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
<html lang="${language}">
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
