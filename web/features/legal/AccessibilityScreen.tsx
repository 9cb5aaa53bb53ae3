import { contact } from '#web/lib/contact.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { LegalPage, LegalSection, Points } from './LegalPage.tsx';

/** In the parts of the W3C's model statement. */
export function AccessibilityScreen() {
  const { siteName } = useSite();
  const introduction = t(
    'We want everyone to be able to find a home on {siteName}, also with a screen reader, a keyboard alone, large text or little movement. This page says how far we are.',
    { siteName },
  );
  return (
    <LegalPage title={t('Accessibility')} updated={t('26 November 2026')} introduction={introduction}>
      <LegalSection id="conformance" heading={t('Conformance status')}>
        {t(
          'The Web Content Accessibility Guidelines (WCAG) say what designers and developers have to do for people with disabilities. They have three levels: A, AA and AAA. {siteName} partially conforms to WCAG 2.2 level AA. “Partially” means that some parts of the content do not meet the standard yet; they are listed below.',
          { siteName },
        )}
        <Trans id="This holds for the website in English and in Filipino. The desktop application shows the same pages." />
      </LegalSection>
      <LegalSection id="limits" heading={t('What does not work yet')}>
        <Points>
          <Trans id="Photos: agents are asked to say what each of their photos shows, but they may leave it out. Then we read out the title of the listing and the number of the photo." />
          <Trans id="Floor plans are images without a full text description. The rooms, the size and the floor are in the listing’s details." />
          <Trans id="Maps are drawn images. Everything on them is also in the list of properties, which needs no map. Images of an outside map provider may have low contrast." />
          <Trans id="Videos open on other websites (YouTube, Vimeo, Facebook, TikTok). Whether they have captions is up to those who made them." />
          <Trans id="Files and images sent in messages come from the people who write them, and may not be accessible." />
        </Points>
        <Trans id="If you need something in another form, write to us and we will send it to you." />
      </LegalSection>
      <LegalSection id="feedback" heading={t('Tell us what gets in your way')}>
        {t(
          'Write to {email}, call {phone} or come to {address}. Tell us which page it is and what you use to read it. We try to answer within 5 working days.',
          { email: contact.email, phone: contact.phone, address: contact.address.replaceAll('\n', ', ') },
        )}
      </LegalSection>
      <LegalSection id="technical" heading={t('What it is built on')}>
        <Trans id="Accessibility depends on HTML, CSS, WAI-ARIA and JavaScript. Public pages are sent complete from our server, so that they can also be read and searched without JavaScript. Logging in, messages and the dashboards need it." />
        <Trans id="The pages follow your system’s settings for dark colors, more contrast, forced colors and less motion. Text can be enlarged to 200%, and pages zoomed to 400%." />
      </LegalSection>
      <LegalSection id="assessment" heading={t('How we checked it')}>
        {t(
          'We checked {siteName} ourselves, with automated tests in a real browser that run with every change: rules for accessible code, use with the keyboard alone, large text, small screens, forced colors, less motion, and what a screen reader says. No one outside our team has checked it yet, and no group of people who use assistive technology every day has tested it.',
          { siteName },
        )}
      </LegalSection>
    </LegalPage>
  );
}
