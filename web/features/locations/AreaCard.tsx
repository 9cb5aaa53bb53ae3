import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './AreaCard.module.css';
import { areaPicture } from './areaPicture.ts';

interface AreaCardProps {
  slug: string;
  name: string;
  to: string;
  /** Below the name: usually how many listings there are. */
  note: ReactNode;
  /** Heading level within its page. */
  headingLevel?: 2 | 3;
}

/** An area of the city as a drawn picture with its name; all of it is one link. */
export function AreaCard({ slug, name, to, note, headingLevel = 3 }: AreaCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Link to={to} className={styles.card}>
      <img
        className={styles.picture}
        src={areaPicture(slug)}
        alt=""
        width={960}
        height={640}
        loading="lazy"
        decoding="async"
      />
      <div className="flex flex-1 items-center justify-between gap-3 p-4">
        <div>
          <Heading className={styles.name}>{name}</Heading>
          <div className="min-h-[1.5em] text-muted text-sm">{note}</div>
        </div>
        <span
          className={`grid flex-none place-items-center w-9 h-9 rounded-full bg-primary-soft text-primary transition-colors ${styles.arrow}`}
          aria-hidden="true"
        >
          <ArrowRight size={18} />
        </span>
      </div>
    </Link>
  );
}
