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
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.columns}>
          <div className={styles.about}>
            <div className={styles.brand}>
              <LogoMark />
              {siteName}
            </div>
            <p>
              Homes, offices and land across Metro Manila, from agents who know the street they are talking
              about.
            </p>
          </div>
          <nav className={styles.links} aria-label="Footer">
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
        <div className={styles.legal}>
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
