import { contact } from '#web/lib/contact.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { LegalPage, LegalSection, Points } from './LegalPage.tsx';

export function PrivacyScreen() {
  const { siteName } = useSite();
  const introduction = t(
    '{siteName} handles personal data under Republic Act No. 10173, the Data Privacy Act of 2012, its implementing rules and the issuances of the National Privacy Commission. This page says what we keep, why, for how long, and what you can ask of us.',
    { siteName },
  );
  return (
    <LegalPage title={t('Privacy Policy')} updated={t('1 November 2026')} introduction={introduction}>
      <LegalSection id="controller" heading={t('Who is responsible')}>
        {t(
          '{siteName}, {address}, is the personal information controller for this website and its applications.',
          { siteName, address: contact.address.replace('\n', ', ') },
        )}
        {t(
          'Write to our Data Protection Officer at {email} with “Data Privacy” in the subject line, or call {phone}.',
          { email: contact.email, phone: contact.phone },
        )}
      </LegalSection>
      <LegalSection id="what-we-collect" heading={t('What we collect')}>
        <Trans id="Only what the service needs:" />
        <Points>
          <Trans id="Account: name, email address, phone number if you add it, a photo if you upload one, and your password in a form that cannot be read back." />
          <Trans id="Agents also give a license number, experience, specialization, working hours and what they write about themselves." />
          <Trans id="What you do here: favorites, messages, inquiries, viewing appointments, reviews and settings." />
          <Trans id="Listings and their images. We remove location data hidden in photos when you upload them." />
          <Trans id="Technical records: network address, browser type and time of requests, and listing views, counted once per visitor per day." />
        </Points>
        <Trans id="Your browsing history (the “Viewed” marks) and your recent searches stay in your own browser. You can clear them there at any time." />
      </LegalSection>
      <LegalSection id="why" heading={t('Why, and on what ground')}>
        <Points>
          <Trans id="To run your account, pass on messages and arrange viewings: because our agreement with you needs it." />
          <Trans id="To keep the service secure, stop abuse and count how often listings are seen: our legitimate interest, weighed against yours." />
          <Trans id="To keep records where tax, consumer or real estate law asks for them: a legal obligation." />
          <Trans id="To send you alerts by email: with your consent, which you can take back in your settings." />
        </Points>
        <Trans id="We do not sell personal data, show third-party advertising, or decide about you by automated means alone." />
      </LegalSection>
      <LegalSection id="who-sees-it" heading={t('Who sees it')}>
        <Points>
          <Trans id="The agent you write to sees your name, your contact details and what you wrote." />
          <Trans id="That agent also sees which of their own listings you saved and, while your browsing history is on, which of them you viewed while logged in. What agents note about their clients is for them and the office they work in." />
          <Trans id="If an agent works in an office, its managers see the same, and so do colleagues if the office shares its clients. The office may hand you over to a colleague. We tell you who takes over, and they see your messages." />
          <Trans id="Everyone sees an agent’s public profile and the name on a review." />
          <Trans id="Our administrators see only what they need to help you and enforce the terms. We record every change they make." />
          <Trans id="Service providers that host our servers or deliver our email act on our instructions, under contract." />
          <Trans id="Authorities, where a lawful order requires it." />
        </Points>
        <Trans id="Map images may come from an outside map provider, which then receives your network address as any website does." />
      </LegalSection>
      <LegalSection id="transfers" heading={t('Where it is kept')}>
        <Trans id="Data is kept on servers we control. Where a provider works outside the Philippines, we remain responsible for it and require the same protection, as section 21 of the Act provides." />
      </LegalSection>
      <LegalSection id="how-long" heading={t('How long we keep it')}>
        <Points>
          <Trans id="Accounts: until you close yours. Conversations stay with the other person, where you then appear as “Deleted user”." />
          <Trans id="Listings: while published, and their history for as long as statistics refer to it." />
          <Trans id="Sessions: until you log out, or 30 days when you ask to be remembered." />
          <Trans id="Your views of listings: 90 days. After that we keep only how many people viewed a listing each day." />
          <Trans id="Notifications: 90 days once you have read them, a year otherwise." />
          <Trans id="Emails to you: the content until it is sent, and the fact that it was sent for 30 days." />
          <Trans id="Security records: twelve months at most, longer only while we investigate an incident." />
          <Trans id="Backups are overwritten in turn." />
        </Points>
      </LegalSection>
      <LegalSection id="cookies" heading={t('Cookies and browser storage')}>
        <Trans id="We set no tracking cookies. Your browser’s storage holds your session, your favorites, your browsing history and your recent searches so that the pages work. Without “Remember me” the session ends with the tab." />
      </LegalSection>
      <LegalSection id="security" heading={t('How we protect it')}>
        <Trans id="Passwords are hashed with a modern, deliberately slow method. You can end sessions at any time. Repeated failed logins lock the account for a while. Our staff can access only what they need. If a breach is likely to harm you, we notify you and the National Privacy Commission within 72 hours of learning of it." />
      </LegalSection>
      <LegalSection id="your-rights" heading={t('Your rights')}>
        <Trans id="Under the Data Privacy Act you may, free of charge:" />
        <Points>
          <Trans id="be informed that, how and why your data is processed;" />
          <Trans id="see what we hold about you, and get a copy in a common format;" />
          <Trans id="have mistakes corrected;" />
          <Trans id="object to processing, or take back consent;" />
          <Trans id="have data erased or blocked that is outdated, unlawfully held or no longer needed;" />
          <Trans id="be compensated for damage from wrong or unauthorized use;" />
          <Trans id="file a complaint with the National Privacy Commission (privacy.gov.ph)." />
        </Points>
        {t(
          'You can do much of this yourself in your profile and settings. For the rest, write to {email}. We answer within fifteen days and may ask you to prove your identity.',
          { email: contact.email },
        )}
      </LegalSection>
      <LegalSection id="minors" heading={t('Children')}>
        <Trans id="Accounts are for adults. If we learn that a person under 18 has opened one, we close it and delete the data." />
      </LegalSection>
      <LegalSection id="changes" heading={t('Changes to this policy')}>
        <Trans id="A new version is published here with its date. When something essential changes, we tell account holders by email beforehand." />
      </LegalSection>
    </LegalPage>
  );
}
