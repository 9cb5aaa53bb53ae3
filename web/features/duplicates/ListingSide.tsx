import { Link } from 'react-router';
import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { moderationLabel, moderationTone } from '#web/features/properties/index.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './Duplicates.module.css';
import { factsOf, type Side } from './duplicateWords.ts';

/** One of the two listings; its facts stand beside those of the other one. */
export function ListingSide({ pair, side }: { pair: DuplicatePair; side: Side }) {
  const { id, title, status, images } = pair[side];
  return (
    <article className={styles.side} aria-label={side === 'older' ? 'Older listing' : 'Newer listing'}>
      <div className={styles.cover}>
        <Picture src={images[0]} alt="" sizes="(max-width: 40rem) 100vw, 30rem" />
      </div>
      <div>
        <p className={styles.which}>
          {side === 'older' ? 'Older' : 'Newer'} · #{id}
          {status !== 'active' && (
            <Badge tone={moderationTone[status]}>Listing {moderationLabel[status]}</Badge>
          )}
        </p>
        <h4 className={styles.title}>
          <Link to={`/properties/${id}`}>{title}</Link>
        </h4>
      </div>
      <dl className={styles.facts}>
        {factsOf(pair, side).map(({ name, value, isDifferent }) => (
          <div key={name} className={`${styles.fact} ${isDifferent ? styles.different : ''}`}>
            <dt>{name}</dt>
            <dd>
              {value}
              {isDifferent && <span className="visuallyHidden"> (differs)</span>}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
