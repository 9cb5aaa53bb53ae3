import { Mail, MapPin, Phone } from 'lucide-react';
import { Link } from 'react-router';
import { contact, footerLocations } from '#web/lib/contact.ts';
import { useSite } from '#web/lib/useSite.ts';
import { LogoMark } from '../header/Logo.tsx';
import { mainLinks } from '../header/navigation.ts';
import styles from './SiteFooter.module.css';

export function SiteFooter() {
  const { siteName } = useSite();
  return (
    <footer className={`mt-section bg-inverse text-ink-inverse text-[0.9375rem] ${styles.footer}`}>
      <div className="max-w-page mx-auto pt-12 px-gutter pb-6">
        <div
          className={`grid grid-cols-2 gap-y-8 gap-x-6 xl:grid-cols-[2fr_1fr_1fr_1.6fr] ${styles.columns}`}
        >
          <div className={styles.about}>
            <div className="flex items-center gap-2.5 mb-3 text-[1.375rem] font-[750] tracking-[-0.035em]">
              <LogoMark />
              {siteName}
            </div>
            <p>
              Homes, offices and land across Metro Manila, from agents who know the street they are talking
              about.
            </p>
          </div>
          <nav className="contents" aria-label="Footer">
            <div>
              <h2>Quick Links</h2>
              <ul>
                {mainLinks.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <h2>Locations</h2>
              <ul>
                {footerLocations.map(({ slug, name }) => (
                  <li key={slug}>
                    <Link to={`/locations/${slug}`}>{name}</Link>
                  </li>
                ))}
                <li>
                  <Link to="/locations">All Locations</Link>
                </li>
              </ul>
            </div>
          </nav>
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact">Contact</h2>
            <ul className={styles.contact}>
              <li>
                <a href={`mailto:${contact.email}`}>
                  <Mail size={17} aria-hidden="true" />
                  {contact.email}
                </a>
              </li>
              <li>
                <a href={contact.phoneHref}>
                  <Phone size={17} aria-hidden="true" />
                  {contact.phone}
                </a>
              </li>
              <li>
                <address>
                  <MapPin size={17} aria-hidden="true" />
                  <span>
                    {contact.addressLines.map((line) => (
                      <span key={line}>{line}</span>
                    ))}
                  </span>
                </address>
              </li>
            </ul>
          </section>
        </div>
        <div
          className={`text-[color-mix(in_srgb,var(--s-text-inverse)_82%,transparent)] flex flex-wrap items-center justify-between gap-y-0 gap-x-6 mt-8 pt-4 border-t border-t-[color-mix(in_srgb,var(--s-text-inverse)_18%,transparent)] text-sm ${styles.legal}`}
        >
          <p>
            © {new Date().getFullYear()} {siteName}. All rights reserved.
          </p>
          <ul>
            <li>
              <Link to="/terms">Terms of Service</Link>
            </li>
            <li>
              <Link to="/privacy">Privacy Policy</Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}
