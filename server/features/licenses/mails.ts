import { defineMail } from '#server/mail/templates.ts';
import { formatDay } from '#shared/manilaDays.ts';

const WHY_THIS_MAIL =
  'You get this mail whatever your notification settings are, because it is about your standing as an agent.';
const WHAT_TO_DO =
  'Renew it with the Professional Regulation Commission. If your number changes, change it in your profile too. Once we have found the renewal in the Commission’s register, this is settled.';

interface Warning {
  name: string;
  number: string | null;
  /** Days of the calendar, YYYY-MM-DD. */
  lastDay: string;
  unlistedOn: string;
  isOver: boolean;
}

/** Before an agent is unlisted because the licence ends. */
export const licenseWarningMail = defineMail<Warning>(
  ({ name, number, lastDay, unlistedOn, isOver, siteName, siteUrl }) => {
    const license = `Your PRC license${number ? ` ${number}` : ''}`;
    const heading = `Your license ${isOver ? 'ended' : 'ends'} on ${formatDay(lastDay)}`;
    return {
      subject: heading,
      heading,
      paragraphs: [
        `Hello ${name},`,
        `${license}, as we found it in the Commission’s register, ${isOver ? 'was' : 'is'} good until ${formatDay(lastDay)}.`,
        `Without a renewal you and your listings are taken off ${siteName} on ${formatDay(unlistedOn)}. You can still log in, answer clients and edit your listings then, and everything comes back once the license is good again.`,
        WHAT_TO_DO,
      ],
      action: { label: 'Open your profile', url: `${siteUrl}/profile` },
      note: WHY_THIS_MAIL,
    };
  },
);

type Ending = Pick<Warning, 'name' | 'lastDay'>;

/** To an agent who is unlisted from now on. */
export const licenseLapsedMail = defineMail<Ending>(({ name, lastDay, siteName, siteUrl }) => ({
  subject: `You are not listed on ${siteName} at the moment`,
  heading: 'You are not listed at the moment',
  paragraphs: [
    `Hello ${name},`,
    `Your PRC license ended on ${formatDay(lastDay)}, so your profile and your listings are hidden from now on. Nothing is lost: you can log in, answer clients and edit your listings, and everything comes back once the license is good again.`,
    WHAT_TO_DO,
  ],
  action: { label: 'Open your profile', url: `${siteUrl}/profile` },
  note: WHY_THIS_MAIL,
}));

export const licenseRenewedMail = defineMail<Ending>(({ name, lastDay, siteName, siteUrl }) => ({
  subject: `You are listed on ${siteName} again`,
  heading: 'You are listed again',
  paragraphs: [
    `Hello ${name},`,
    `We have checked your PRC license: it is good until ${formatDay(lastDay)}. Your profile and your listings are public again.`,
  ],
  action: { label: 'Open your dashboard', url: `${siteUrl}/agent-dashboard` },
  note: WHY_THIS_MAIL,
}));
