import { contact } from '#web/lib/contact.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { LegalPage, LegalSection, Points } from './LegalPage.tsx';

export function TermsScreen() {
  const { siteName } = useSite();
  const introduction = t(
    'These terms are the agreement between you and {siteName} when you use this website and the desktop application. They are written to be read: please do, and ask us where something is unclear.',
    { siteName },
  );
  return (
    <LegalPage title={t('Terms of Service')} updated={t('1 November 2026')} introduction={introduction}>
      <LegalSection id="who-we-are" heading={t('What we are, and what we are not')}>
        {t(
          '{siteName} is a marketplace. Licensed real estate practitioners publish listings here; visitors search them and get in touch. We are not a party to any sale, rent or lease that follows, and we do not hold deposits, reservation fees or rent.',
          { siteName },
        )}
        <Trans id="An agent you meet here acts for you, for the owner or for both, as the agent tells you. Ask which it is before you share your budget." />
      </LegalSection>
      <LegalSection id="accounts" heading={t('Your account')}>
        <Trans id="You may browse without an account. To open one you must be at least 18 years old and give your real name and a working email address. One person, one account." />
        <Trans id="Keep your password to yourself and tell us right away if someone else has used it. Anything done through your account counts as done by you until you tell us otherwise." />
        <Trans id="You may close your account at any time. We may suspend it when these terms are broken, and will say why unless the law forbids it." />
      </LegalSection>
      <LegalSection id="agents" heading={t('Agents and their licenses')}>
        <Trans id="Only practitioners registered under Republic Act No. 9646, the Real Estate Service Act, may publish listings as brokers or as salespersons under a broker. We ask for a license number with every application and may ask for proof again later." />
        <Trans id="Our approval means that the details we were given looked right on the day. You can and should verify a license yourself with the Professional Regulation Commission." />
        <Trans id="Where a profile says “License checked on …”, we found the number in the Commission’s register on that day. We warn agents before their license expires. If they do not renew it, we hide them and their listings." />
      </LegalSection>
      <LegalSection id="listings" heading={t('What a listing must be')}>
        <Trans id="When you publish a listing, you confirm that:" />
        <Points>
          <Trans id="the owner has authorized it, in writing where the law requires that;" />
          <Trans id="the price, size, location and condition are stated truthfully, and images show the property itself;" />
          <Trans id="for subdivision lots and condominium units sold by a developer, the project has the registration and license to sell required by Presidential Decree No. 957;" />
          <Trans id="it turns no one away because of religion, ethnicity, disability, gender or family situation;" />
          <Trans id="it will be taken down or marked sold or rented as soon as it is no longer available." />
        </Points>
        <Trans id="We may edit, hide or remove listings that do not meet this, and refuse further ones." />
      </LegalSection>
      <LegalSection id="prices" heading={t('Prices and estimates')}>
        <Trans id="Prices are asking prices in Philippine pesos, set by the seller or lessor. Unless a listing says otherwise they leave out taxes, registration, association dues and the agent’s fee." />
        <Trans id="Averages, distances and similar figures on these pages are computed from what is listed here. They are meant as orientation and are neither an appraisal nor financial advice." />
      </LegalSection>
      <LegalSection id="conduct" heading={t('How we expect people to behave')}>
        <Trans id="Do not use this website to:" />
        <Points>
          <Trans id="mislead, harass or threaten anyone, or send advertising that was not asked for;" />
          <Trans id="write reviews of agents you have not dealt with, of yourself, or for a reward;" />
          <Trans id="collect other people’s contact details or copy listings in bulk;" />
          <Trans id="probe, overload or get around the technical protection of the service." />
        </Points>
        <Trans id="Reviews and messages must be your own words. We do not change what they say, but we remove what breaks these terms or the law." />
      </LegalSection>
      <LegalSection id="your-content" heading={t('What you publish stays yours')}>
        <Trans id="You keep all rights to the text and images you upload. You allow us to store, resize and show them on this website and in our applications while they are published here, and you confirm that you have the right to do so." />
        <Trans id="Our name, design, drawings and software belong to us. Links to our pages are welcome." />
      </LegalSection>
      <LegalSection id="before-you-pay" heading={t('Before you pay anyone')}>
        <Trans id="See the property, check the title with the Registry of Deeds, and put every promise in writing. Never send money to hold a viewing. If an offer feels wrong, report it to us and keep the messages." />
        <Trans id="Rent of residential units may be subject to the Rent Control Act of 2009 and its extensions, including limits on advance rent and deposits. Installment buyers of real estate have rights under Republic Act No. 6552." />
      </LegalSection>
      <LegalSection id="liability" heading={t('What we are liable for')}>
        <Trans id="We run the service with care but cannot promise that it is always available or that what others publish is correct. As far as the law allows, we are not liable for losses from dealings between users, or from relying on a listing without checking it." />
        <Trans id="Nothing here limits liability for fraud, gross negligence or anything else that cannot be limited under Philippine law, and nothing takes away your rights under the Consumer Act and the Internet Transactions Act of 2023." />
      </LegalSection>
      <LegalSection id="changes" heading={t('Changes to these terms')}>
        <Trans id="When we change these terms, we publish the new version here with its date. If a change affects you, we email account holders at least fifteen days ahead. If you do not agree, you can close your account before then." />
      </LegalSection>
      <LegalSection id="law" heading={t('Law and disputes')}>
        {t(
          'These terms follow the law of the Republic of the Philippines. Please write to {email} first: we can settle most matters that way. The proper courts of Makati City decide the rest, unless the law gives you, as a consumer, another venue.',
          { email: contact.email },
        )}
        {t('Write to us at {address}.', { address: contact.address.replace('\n', ', ') })}
      </LegalSection>
    </LegalPage>
  );
}
