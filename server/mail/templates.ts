import type { BaseContext } from '#server/context.ts';
import { renderMail } from './layout.ts';
import type { MailContent } from './mailer.ts';

export type TemplateContext = Pick<BaseContext, 'env' | 'systemSettings'>;

export function siteOf({ env, systemSettings }: TemplateContext) {
  return { siteName: systemSettings.current().application.siteName, siteUrl: env.publicUrl };
}

/** @param link good for one hour. */
export function passwordResetMail(
  context: TemplateContext,
  { name, link }: { name: string; link: string },
): MailContent {
  const site = siteOf(context);
  return renderMail({
    ...site,
    subject: `Set a new password for ${site.siteName}`,
    heading: 'Set a new password',
    paragraphs: [
      `Hello ${name},`,
      `Somebody, most likely you, asked for a new password for your ${site.siteName} account. Choose one with the link below. It works once, and for one hour.`,
    ],
    action: { label: 'Choose a new password', url: link },
    note: 'If you did not ask for this, you can leave this mail alone: your password stays as it is.',
  });
}

const manilaTime = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  dateStyle: 'long',
  timeStyle: 'short',
});

export function passwordChangedMail(
  context: TemplateContext,
  { name, changedAt }: { name: string; changedAt: Date },
): MailContent {
  const site = siteOf(context);
  return renderMail({
    ...site,
    subject: `Your ${site.siteName} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      `The password of your ${site.siteName} account was changed on ${manilaTime.format(changedAt)} (Manila time). Everyone who was logged in to it has been logged out.`,
    ],
    note: 'If this was not you, use “Forgot password?” on the login page at once to take your account back.',
  });
}

/** The last mail to somebody whose account is gone. */
export function erasureDoneMail(context: TemplateContext, { name }: { name: string }): MailContent {
  const site = siteOf(context);
  return renderMail({
    ...site,
    subject: `Your ${site.siteName} account was erased`,
    heading: 'Your account was erased',
    paragraphs: [
      `Hello ${name},`,
      `As you asked, your ${site.siteName} account and what was kept about you have been erased. What you wrote to other people stays with them, without your name.`,
    ],
    note: 'Copies in backups are overwritten as those expire. You are welcome to come back with a new account at any time.',
  });
}

/** An agent's answer to somebody who wrote through the contact form. */
export function inquiryReplyMail(
  context: TemplateContext,
  {
    name,
    agentName,
    message,
    question,
  }: { name: string; agentName: string; message: string; question: string },
): MailContent {
  const site = siteOf(context);
  return renderMail({
    ...site,
    subject: `${agentName} answered your inquiry on ${site.siteName}`,
    heading: `${agentName} answered your inquiry`,
    paragraphs: [`Hello ${name},`, ...message.split(/\n{2,}/), `— ${agentName}`],
    note: `You wrote: “${question}”. You can answer this mail; it goes to ${agentName}.`,
  });
}

/** What the bell shows, for those who want it by mail too. */
export function noticeMail(
  context: TemplateContext,
  {
    name,
    title,
    message,
    action,
  }: { name: string; title: string; message: string; action: { label: string; url: string } | null },
): MailContent {
  const site = siteOf(context);
  return renderMail({
    ...site,
    subject: `${title} – ${site.siteName}`,
    heading: title,
    paragraphs: [`Hello ${name},`, message],
    ...(action ? { action: { label: action.label, url: `${site.siteUrl}${action.url}` } } : {}),
    note: `You get this mail because e-mail notifications are on in your settings: ${site.siteUrl}/settings`,
  });
}

/** Sent when an admin tries the mail settings out. */
export function testMail(context: TemplateContext): MailContent {
  const site = siteOf(context);
  return renderMail({
    ...site,
    subject: `Test email from ${site.siteName}`,
    heading: 'The email service works',
    paragraphs: [
      `This mail was sent with the settings that are saved in the admin dashboard of ${site.siteName}.`,
      'If you can read it, people will get their mails too.',
    ],
    note: 'An administrator asked for this mail. There is nothing to do.',
  });
}
