import { moment, say, type Translate, type Words } from '#server/languages.ts';
import { scopeTexts, type TokenScope } from '#shared/apiAccess.ts';
import { defineMail, type MailDraft, type MailSite } from './layout.ts';

/** A mail that greets its reader. */
const personalMail = <Facts = unknown>(write: (facts: Facts & MailSite) => MailDraft) =>
  defineMail<Facts & { name: string }>((facts) => {
    const { t, name } = facts;
    const draft = write(facts);
    return { ...draft, paragraphs: [t('Hello {name},', { name: firstNameOf(name) }), ...draft.paragraphs] };
  });

/** 'Maria' of 'Maria Santos'. A title, an initial or a last name before a comma is greeted with the whole name. */
function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/);
  return [...first].length < 2 || /[.,]$/.test(first) ? name : first;
}

/** @param link valid for one hour. */
export const passwordResetMail = personalMail<{ link: string }>(({ link, siteName, t }) => ({
  subject: t('Set a new password for {siteName}', { siteName }),
  heading: t('Set a new password'),
  paragraphs: [
    t(
      'Someone, most likely you, asked to reset the password of your {siteName} account. Choose a new one with the link below. It works once and expires after one hour.',
      { siteName },
    ),
  ],
  action: { label: t('Choose a new password'), url: link },
  note: t('If you did not ask for this, ignore this email. Your password stays the same.'),
}));

/** @param link valid for a day, like `code`. */
export const confirmEmailMail = defineMail<Record<'link' | 'code', string>>(({ link, code, siteName, t }) => ({
  subject: t('Confirm your email for {siteName}', { siteName }),
  heading: t('Please confirm your email'),
  paragraphs: [
    // Without the name: the address may be another person's, who must not read a stranger's words.
    t('Hello,'),
    t(
      'Confirm this email address for your {siteName} account. Press the button, or enter this code where you are logged in:',
      { siteName },
    ),
    code,
    t('Each works once and expires after 24 hours.'),
  ],
  action: { label: t('Confirm my email'), url: link },
  note: t('If you do not have a {siteName} account, ignore this email. Someone entered your address by mistake.', {
    siteName,
  }),
}));

/** To the account's present address. @param link valid until a week after the change. */
export const emailChangeMail = personalMail<Record<'newEmail' | 'link', string>>(
  ({ newEmail, link, siteName, t }) => ({
    subject: t('The email of your {siteName} account is about to change', { siteName }),
    heading: t('Someone asked to change your email'),
    paragraphs: [
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

/** To the account's former address. */
export const emailChangedByAdminMail = personalMail<{ email: string }>(({ email, siteName, t }) => ({
  subject: t('The email of your {siteName} account was changed', { siteName }),
  heading: t('An administrator changed your email'),
  paragraphs: [
    t(
      'The email of your {siteName} account is now {email}, once that address is confirmed. This address no longer opens the account.',
      { siteName, email },
    ),
  ],
  note: t('If you did not ask for this, reply to this email.'),
}));

/** To the owner of an address that another account tried to use. */
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

/** Access to an account and its data, beside the password and the sessions. */
export interface OtherAccess {
  /** Names given by the owner. */
  passkeys: string[];
  hasAuthenticator: boolean;
  companyLogins: number;
  apiTokens: string[];
  webhooks: string[];
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

export function hasAny(access: OtherAccess): boolean {
  const { passkeys, hasAuthenticator, companyLogins, apiTokens, webhooks, pushDevices } = access;
  return hasAuthenticator || [...passkeys, ...apiTokens, ...webhooks].length + companyLogins + pushDevices > 0;
}

const endedLines = (ended: OtherAccess | undefined, t: Translate): string[] =>
  ended && hasAny(ended)
    ? [
        t('These no longer open your account or hear from it. Set up again what is yours:'),
        ...accessLines(ended, t),
      ]
    : [];

/** To the person who has proved the ownership of the address, or has taken it back. */
export const accessEndedMail = personalMail<{ at: Date; ended: OtherAccess }>(
  ({ at, ended, siteName, siteUrl, t }) => ({
    subject: t('What was ended in your {siteName} account', { siteName }),
    heading: t('Other ways into your account were ended'),
    paragraphs: [
      t(
        'On {time} (Manila time) it was proved that this address is yours. What had been set up before that may be someone else’s.',
        { time: moment(at, 'longMoment') },
      ),
      ...endedLines(ended, t),
    ],
    action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
    note: t('If any of it was not yours, set a new password, which logs everyone out, and reply to this email.'),
  }),
);

export const passwordChangedMail = personalMail<{
  changedAt: Date;
  ended?: OtherAccess;
  kept?: OtherAccess;
}>(({ changedAt, ended, kept, siteName, t }) => ({
  subject: t('Your {siteName} password was changed', { siteName }),
  heading: t('Your password was changed'),
  paragraphs: [
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

export type SecondFactorNews =
  | { what: 'setUp' | 'ended' | 'recoveryCodesRenewed' }
  | { what: 'endedByAdmin'; reason: string }
  | { what: 'passkeyAdded' | 'passkeyRemoved'; passkey: string }
  | { what: 'recoveryCodeUsed'; left: number };

interface SecondFactorFacts {
  at: Date;
  news: SecondFactorNews;
}

export const secondFactorMail = personalMail<SecondFactorFacts>(({ at, news, siteName, siteUrl, t }) => {
  const [heading, ...sentences] = describeSecondFactor(news, t);
  return {
    subject: `${heading} – ${siteName}`,
    heading,
    paragraphs: [...sentences, t('This happened on {time} (Manila time).', { time: moment(at, 'longMoment') })],
    note: t(
      'If this was not you, set a new password at {siteUrl}/reset-password and then write to us so we can help you recover your account.',
      { siteUrl },
    ),
  };
});

function describeSecondFactor(news: SecondFactorNews, t: Translate): [heading: string, ...sentences: string[]] {
  switch (news.what) {
    case 'setUp':
      return [
        t('Two-step login is on'),
        t('From now on you need a code from your authenticator app each time you log in.'),
        t('Keep your recovery codes somewhere you can find them without your phone.'),
      ];
    case 'ended':
      return [t('Two-step login is off'), t('You now log in with your password alone.')];
    case 'endedByAdmin':
      return [
        t('Two-step login is off'),
        t('An administrator turned it off for your account. Reason: {reason}', { reason: news.reason }),
        t('You now log in with your password alone. You can set it up again in your profile.'),
      ];
    case 'passkeyAdded':
      return [
        t('A passkey was added'),
        t('You can now log in with the passkey “{passkey}”.', { passkey: news.passkey }),
      ];
    case 'passkeyRemoved':
      return [
        t('A passkey was removed'),
        t('You can no longer log in with the passkey “{passkey}”.', { passkey: news.passkey }),
      ];
    case 'recoveryCodesRenewed':
      return [t('You have new recovery codes'), t('Your earlier codes no longer work.')];
    case 'recoveryCodeUsed':
      return [
        t('A recovery code was used'),
        t(
          '{left, plural, =0 {You have none left. Create new ones in your profile.} one {You have # recovery code left.} other {You have # recovery codes left.}}',
          { left: news.left },
        ),
      ];
  }
}

interface NewApiToken {
  /** Name given by the owner. */
  token: string;
  scopes: readonly TokenScope[];
  at: Date;
}

export const apiTokenMail = personalMail<NewApiToken>(({ token, scopes, at, siteName, siteUrl, t }) => ({
  subject: t('A new API token for your {siteName} account', { siteName }),
  heading: t('An API token was made for your account'),
  paragraphs: [
    t('The API token “{token}” was made on {time} (Manila time). A program that has it can:', {
      token,
      time: moment(at, 'longMoment'),
    }),
    ...scopes.map((scope) => `• ${t(scopeTexts[scope])}`),
    t('If this was you, you do not need to do anything.'),
  ],
  action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
  note: t('If this was not you, set a new password right away. This ends all API tokens and logs everyone out.'),
}));

export const webhookMail = personalMail<{ url: string; at: Date }>(({ url, at, siteName, siteUrl, t }) => ({
  subject: t('A webhook of your {siteName} account', { siteName }),
  heading: t('What happens in your account is sent on'),
  paragraphs: [
    t(
      'On {time} (Manila time) a webhook was set up that sends your inquiries, viewings and listings to this address:',
      { time: moment(at, 'longMoment') },
    ),
    url,
    t('If this was you, you do not need to do anything.'),
  ],
  action: { label: t('Set a new password'), url: `${siteUrl}/reset-password` },
  note: t('If this was not you, set a new password right away. This pauses all webhooks and logs everyone out.'),
}));

export const contactEmailMail = personalMail<{ contactEmail: string | null; at: Date }>(
  ({ contactEmail, at, siteName, siteUrl, t }) => ({
    subject: t('The public email of your {siteName} account was changed', { siteName }),
    heading: t('Clients write to another address now'),
    paragraphs: [
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
  at: Date;
  /** 'Chrome on Windows' */
  device: string;
  address: string;
}

export const newDeviceMail = personalMail<NewDevice>(({ at, device, address, siteName, siteUrl, t }) => ({
  subject: t('New login to your {siteName} account', { siteName }),
  heading: t('Your account was used on a new device'),
  paragraphs: [
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

export const erasureDoneMail = personalMail(({ siteName, t }) => ({
  subject: t('Your {siteName} account was erased', { siteName }),
  heading: t('Your account was erased'),
  paragraphs: [
    t(
      'As you asked, we erased your {siteName} account and your data. Messages you sent to other people stay with them, without your name.',
      { siteName },
    ),
  ],
  note: t(
    'Copies in our backups disappear as the backups expire. You are welcome to open a new account at any time.',
  ),
}));

/** @param eraseAt when the account is erased, unless its owner logs in before. */
export const deletionMail = personalMail<{ eraseAt: Date }>(({ eraseAt, siteName, siteUrl, t }) => ({
  subject: t('Your {siteName} account will be deleted', { siteName }),
  heading: t('Your account will be deleted'),
  paragraphs: [
    t('We will delete your {siteName} account and your data on {time} (Manila time).', {
      siteName,
      time: moment(eraseAt, 'longMoment'),
    }),
    t('Changed your mind? Just log in before then, and your account stays.'),
  ],
  action: { label: t('Keep my account'), url: `${siteUrl}/account` },
  note: t('If this was not you, log in right away and set a new password.'),
}));

export const deletionUndoneMail = personalMail(({ siteName, siteUrl, t }) => ({
  subject: t('Your {siteName} account stays', { siteName }),
  heading: t('Your account stays'),
  paragraphs: [t('You logged in, so we will not delete your {siteName} account.', { siteName })],
  action: { label: t('Open my account'), url: `${siteUrl}/account` },
  note: t('If this was not you, set a new password right away.'),
}));

interface InquiryReply extends Record<'agentName' | 'message' | 'question', string> {
  /** The listing of the inquiry. */
  listing: string | null;
}

export const inquiryReplyMail = personalMail<InquiryReply>(
  ({ agentName, message, question, listing, siteName, t }) => ({
    subject: listing
      ? t('{agentName} answered your inquiry about {listing}', { agentName, listing })
      : t('{agentName} answered your inquiry on {siteName}', { agentName, siteName }),
    heading: t('{agentName} answered your inquiry', { agentName }),
    paragraphs: [...message.split(/(?:\r?\n){2,}/), `— ${agentName}`],
    quote: { label: t('You wrote:'), text: question },
    note: t('Reply to this email to answer {agentName}.', { agentName }),
  }),
);

interface Notice {
  title: string | Words;
  message: string | Words;
  /** The person and the listing. */
  concerns?: string | Words;
  /** The summed-up facts, one by one. */
  details?: (string | Words)[];
  items?: { text: string | Words; url: string }[];
  /** One click there ends mails of this kind. */
  unsubscribeUrl?: string;
  /** Whether an answer to the mail reaches the person who wrote. */
  takesAnswers?: boolean;
  action: { label: string | Words; url: string } | null;
}

/** A notice of the bell, by mail. */
export const noticeMail = personalMail<Notice>(
  ({ title, message, concerns, details = [], items = [], unsubscribeUrl, takesAnswers, action, ...site }) => {
    const { siteName, siteUrl, t, language } = site;
    const translated = (words: string | Words) => say(language, words);
    const who = concerns ? translated(concerns) : '';
    return {
      subject: `${translated(title)}${who && `: ${who}`} – ${siteName}`,
      heading: translated(title),
      paragraphs: [
        ...(who ? [who] : []),
        translated(message),
        ...details.map(translated),
        ...(takesAnswers ? [t('You can answer this email. Your answer appears in the chat.')] : []),
      ],
      items: items.map(({ text, url }) => ({ text: translated(text), url: `${siteUrl}${url}` })),
      ...(action ? { action: { label: translated(action.label), url: `${siteUrl}${action.url}` } } : {}),
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

/** The recipient may have no account. @param link works once. */
export const listInvitationMail = defineMail<Record<'inviter' | 'list' | 'link', string> & { days: number }>(
  ({ inviter, list, link, days, siteName, t }) => ({
    // A stranger's words must not look like the site's own.
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

/** A step of a viewing, to a visitor without an account. @param link shows, moves and cancels it; null: it is gone. */
export const guestViewingMail = defineMail<
  Pick<Notice, 'title' | 'message' | 'concerns'> & { link: string | null }
>(({ title, message, concerns, link, siteName, t, language }) => {
  const words = (said: string | Words) => say(language, said);
  return {
    subject: concerns ? `${words(title)}: ${words(concerns)}` : `${words(title)} – ${siteName}`,
    heading: words(title),
    paragraphs: [words(message)],
    ...(link !== null && { action: { label: t('View the Viewing'), url: link } }),
    note:
      link === null
        ? t('You get this email because you agreed on a viewing.')
        : t('You get this email because you agreed on a viewing. The button leads to it, without an account.'),
  };
});

/** For a copy outside of the server. @param line as `npm run audit:verify -- --anchors=FILE` reads it. */
export const auditAnchorMail = personalMail<{ id: number; line: string }>(({ id, line, siteName, t }) => ({
  subject: t('Audit log of {siteName}: entry {id}', { siteName, id }),
  heading: t('The audit log is at entry {id}', { id }),
  paragraphs: [
    t(
      'Keep this line somewhere outside the server. It lets you check later whether the end of the audit log was cut off:',
    ),
    line,
  ],
  note: t('You get this email because “Email audit anchors” is on in the system settings, under Backup.'),
}));

export const testMail = defineMail(({ siteName, t }) => ({
  subject: t('Test email from {siteName}', { siteName }),
  heading: t('The email service works'),
  paragraphs: [
    t('This email was sent with the settings saved in the {siteName} admin dashboard.', { siteName }),
    t('If you can read this, Silong can send email.'),
  ],
  note: t('An administrator asked for this email. You do not need to do anything.'),
}));
