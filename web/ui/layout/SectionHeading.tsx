import { ArrowRight } from 'lucide-react';
import { ButtonLink } from '../controls/ButtonLink.tsx';
import styles from './SectionHeading.module.css';

interface SectionHeadingProps {
  id: string;
  title: string;
  text?: string;
  /** Where all of it is shown. */
  link?: { to: string; label: string };
}

export function SectionHeading({ id, title, text, link }: SectionHeadingProps) {
  return (
    <div className={`flex flex-wrap items-end justify-between gap-y-2 gap-x-6 mb-6 ${styles.heading}`}>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {link && (
        <ButtonLink to={link.to} variant="plain" className={styles.link}>
          {link.label}
          <ArrowRight size={18} aria-hidden="true" />
        </ButtonLink>
      )}
    </div>
  );
}
