import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useInstall } from '#web/features/install/index.ts';
import { LanguageLinks } from '#web/features/settings/index.ts';
import { contact, mainAreas } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { LogoMark } from '../header/Logo.tsx';
import { mainLinks } from '../header/navigation.ts';

const heading = 'mb-2 text-accent text-sm font-bold tracking-[0.02em]';
const link =
  'inline-flex items-center gap-2 min-h-11 text-ink-inverse no-underline hover:underline underline-offset-4 xl:min-h-9';

export function SiteFooter() {
  const { siteName } = useSite();
  const install = useInstall();
  return (
    <footer className="mt-section bg-inverse text-ink-inverse text-md [&_:focus-visible]:outline-accent">
      <div className="max-w-page mx-auto pt-12 px-gutter pb-6">
        <div className="grid grid-cols-2 gap-y-8 gap-x-6 xl:grid-cols-[2fr_1fr_1fr_1.6fr]">
          <div className="max-xl:col-span-full">
            <div className="flex items-center gap-2.5 mb-3 text-[1.375rem] font-[750] tracking-[-0.035em]">
              <LogoMark />
              {siteName}
            </div>
            <p className="max-w-88 text-ink-inverse/82">
              {t('Homes, offices and land across Metro Manila, from agents who know the neighborhood.')}
            </p>
          </div>
          <nav className="contents" aria-label={t('Footer')}>
            <div>
              <h2 className={heading}>{t('Quick Links')}</h2>
              <ul>
                {mainLinks.map(({ to, label }) => (
                  <FooterLink key={to} to={to}>
                    {t(label)}
                  </FooterLink>
                ))}
              </ul>
            </div>
            <div>
              <h2 className={heading}>{t('Locations')}</h2>
              <ul>
                {mainAreas.map(({ slug, name }) => (
                  <FooterLink key={slug} to={`/locations/${slug}`}>
                    {name}
                  </FooterLink>
                ))}
                <FooterLink to="/locations">{t('All Locations')}</FooterLink>
              </ul>
            </div>
          </nav>
          <section className="max-xl:col-span-full" aria-labelledby="footer-contact">
            <h2 id="footer-contact" className={heading}>
              {t('Contact')}
            </h2>
            <ul className="[&_svg]:flex-none [&_svg]:text-accent">
              <li>
                <a className={link} href={`mailto:${contact.email}`}>
                  <Mail size={17} />
                  {contact.email}
                </a>
              </li>
              <li>
                {/* No link: beside an agent's page, 'Call' is one of the agent. Phones make it a link by themselves. */}
                <span className="inline-flex items-center gap-2 min-h-11 xl:min-h-9">
                  <Phone size={17} />
                  {contact.phone}
                </span>
              </li>
              <li>
                <address className="flex gap-2 py-2 text-ink-inverse/82 not-italic">
                  <MapPin className="mt-1" size={17} />
                  <span className="whitespace-pre-line">{contact.address}</span>
                </address>
              </li>
            </ul>
          </section>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 mt-8 pt-4 border-t border-ink-inverse/18 text-ink-inverse/82 text-sm">
          <p>{t('© {year} {siteName}. All rights reserved.', { year: new Date().getFullYear(), siteName })}</p>
          <LanguageLinks className="flex flex-wrap gap-x-6" linkClassName={link} />
          <ul className="flex flex-wrap gap-x-6">
            <FooterLink to="/help">{t('Help')}</FooterLink>
            <FooterLink to="/terms">{t('Terms of Service')}</FooterLink>
            <FooterLink to="/privacy">{t('Privacy Policy')}</FooterLink>
            <FooterLink to="/accessibility">{t('Accessibility')}</FooterLink>
            <FooterLink to="/settings?tab=privacy&delete=1">{t('Delete account')}</FooterLink>
            {install && (
              <li>
                <button type="button" className={`${link}`} onClick={install}>
                  {t('Install {siteName}', { siteName })}
                </button>
              </li>
            )}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link className={link} to={to}>
        {children}
      </Link>
    </li>
  );
}
