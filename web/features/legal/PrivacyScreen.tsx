import { contact } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { LegalPage, type LegalText } from './LegalPage.tsx';

const buildPrivacy = (siteName: string): LegalText => ({
  updated: t('1 November 2026'),
  introduction: t(
    '{siteName} handles personal data under Republic Act No. 10173, the Data Privacy Act of 2012, its implementing rules and the issuances of the National Privacy Commission. This page says what we keep, why, for how long, and what you can ask of us.',
    { siteName },
  ),
  sections: [
    {
      id: 'controller',
      heading: t('Who is responsible'),
      paragraphs: [
        t(
          '{siteName}, {address}, is the personal information controller for this website and its applications.',
          { siteName, address: contact.address.replace('\n', ', ') },
        ),
        t(
          'Write to our Data Protection Officer at {email} with “Data Privacy” in the subject line, or call {phone}.',
          { email: contact.email, phone: contact.phone },
        ),
      ],
    },
    {
      id: 'what-we-collect',
      heading: t('What we collect'),
      paragraphs: [
        t('Only what the service needs:'),
        [
          t(
            'Account: name, email address, phone number if you add it, a photo if you upload one, and your password in a form that cannot be read back.',
          ),
          t(
            'Agents also give a license number, experience, specialization, working hours and what they write about themselves.',
          ),
          t('What you do here: favorites, messages, inquiries, viewing appointments, reviews and settings.'),
          t('Listings and their images. We remove location data hidden in photos when you upload them.'),
          t(
            'Technical records: network address, browser type and time of requests, and listing views, counted once per visitor per day.',
          ),
        ],
        t(
          'Your browsing history (the “Viewed” marks) and your recent searches stay in your own browser. You can clear them there at any time.',
        ),
      ],
    },
    {
      id: 'why',
      heading: t('Why, and on what ground'),
      paragraphs: [
        [
          t(
            'To run your account, pass on messages and arrange viewings: because our agreement with you needs it.',
          ),
          t(
            'To keep the service secure, stop abuse and count how often listings are seen: our legitimate interest, weighed against yours.',
          ),
          t('To keep records where tax, consumer or real estate law asks for them: a legal obligation.'),
          t('To send you alerts by email: with your consent, which you can take back in your settings.'),
        ],
        t(
          'We do not sell personal data, show third-party advertising, or decide about you by automated means alone.',
        ),
      ],
    },
    {
      id: 'who-sees-it',
      heading: t('Who sees it'),
      paragraphs: [
        [
          t('The agent you write to sees your name, your contact details and what you wrote.'),
          t(
            'That agent also sees which of their own listings you saved and, while your browsing history is on, which of them you viewed while logged in. What agents note about their clients is for them and the office they work in.',
          ),
          t(
            'If an agent works in an office, its managers see the same, and so do colleagues if the office shares its clients. The office may hand you over to a colleague. We tell you who takes over, and they see your messages.',
          ),
          t('Everyone sees an agent’s public profile and the name on a review.'),
          t(
            'Our administrators see only what they need to help you and enforce the terms. We record every change they make.',
          ),
          t(
            'Service providers that host our servers or deliver our email act on our instructions, under contract.',
          ),
          t('Authorities, where a lawful order requires it.'),
        ],
        t(
          'Map images may come from an outside map provider, which then receives your network address as any website does.',
        ),
      ],
    },
    ...storageAndRights(),
  ],
});

const storageAndRights = (): LegalText['sections'] => [
  {
    id: 'transfers',
    heading: t('Where it is kept'),
    paragraphs: [
      t(
        'Data is kept on servers we control. Where a provider works outside the Philippines, we remain responsible for it and require the same protection, as section 21 of the Act provides.',
      ),
    ],
  },
  {
    id: 'how-long',
    heading: t('How long we keep it'),
    paragraphs: [
      [
        t(
          'Accounts: until you close yours. Conversations stay with the other person, where you then appear as “Deleted user”.',
        ),
        t('Listings: while published, and their history for as long as statistics refer to it.'),
        t('Sessions: until you log out, or 30 days when you ask to be remembered.'),
        t(
          'Your views of listings: 90 days. After that we keep only how many people viewed a listing each day.',
        ),
        t('Notifications: 90 days once you have read them, a year otherwise.'),
        t('Emails to you: the content until it is sent, and the fact that it was sent for 30 days.'),
        t('Security records: twelve months at most, longer only while we investigate an incident.'),
        t('Backups are overwritten in turn.'),
      ],
    ],
  },
  {
    id: 'cookies',
    heading: t('Cookies and browser storage'),
    paragraphs: [
      t(
        'We set no tracking cookies. Your browser’s storage holds your session, your favorites, your browsing history and your recent searches so that the pages work. Without “Remember me” the session ends with the tab.',
      ),
    ],
  },
  {
    id: 'security',
    heading: t('How we protect it'),
    paragraphs: [
      t(
        'Passwords are hashed with a modern, deliberately slow method. You can end sessions at any time. Repeated failed logins lock the account for a while. Our staff can access only what they need. If a breach is likely to harm you, we notify you and the National Privacy Commission within 72 hours of learning of it.',
      ),
    ],
  },
  {
    id: 'your-rights',
    heading: t('Your rights'),
    paragraphs: [
      t('Under the Data Privacy Act you may, free of charge:'),
      [
        t('be informed that, how and why your data is processed;'),
        t('see what we hold about you, and get a copy in a common format;'),
        t('have mistakes corrected;'),
        t('object to processing, or take back consent;'),
        t('have data erased or blocked that is outdated, unlawfully held or no longer needed;'),
        t('be compensated for damage from wrong or unauthorized use;'),
        t('file a complaint with the National Privacy Commission (privacy.gov.ph).'),
      ],
      t(
        'You can do much of this yourself in your profile and settings. For the rest, write to {email}. We answer within fifteen days and may ask you to prove your identity.',
        { email: contact.email },
      ),
    ],
  },
  {
    id: 'minors',
    heading: t('Children'),
    paragraphs: [
      t(
        'Accounts are for adults. If we learn that a person under 18 has opened one, we close it and delete the data.',
      ),
    ],
  },
  {
    id: 'changes',
    heading: t('Changes to this policy'),
    paragraphs: [
      t(
        'A new version is published here with its date. When something essential changes, we tell account holders by email beforehand.',
      ),
    ],
  },
];

export function PrivacyScreen() {
  return <LegalPage title={t('Privacy Policy')} build={buildPrivacy} />;
}
