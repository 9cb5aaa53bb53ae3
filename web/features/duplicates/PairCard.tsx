import { useState } from 'react';
import { Link } from 'react-router';
import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { moderationLabel, moderationTone } from '#web/features/properties/index.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CaseActions, RefuseButton } from '#web/ui/list/CaseList.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import section from '#web/ui/section/section.module.css';
import type { Choice } from './DuplicateDecision.tsx';
import styles from './Duplicates.module.css';
import { duplicateStatusLabel, factsOf, type Side, whyWords } from './duplicateWords.ts';

interface PairCardProps {
  pair: DuplicatePair;
  onDecide(choice: Choice): void;
}

export function PairCard({ pair, onDecide }: PairCardProps) {
  const { id, status, found_at, older, newer } = pair;
  const heading = `pair-${id}`;
  return (
    <li className={section.card}>
      <section className={styles.pair} aria-labelledby={heading}>
        <header className={styles.head}>
          <h3 id={heading} className="visuallyHidden">
            {older.title} and {newer.title}
          </h3>
          <p className={styles.why}>
            {status !== 'open' && (
              <Badge tone={status === 'confirmed' ? 'success' : 'neutral'}>
                {duplicateStatusLabel[status]}
              </Badge>
            )}
            {whyWords(pair).map((words) => (
              <Badge key={words} tone="warning">
                {words}
              </Badge>
            ))}
          </p>
          <p className={section.muted}>
            Found on <time dateTime={found_at}>{shortMoment(found_at)}</time>
          </p>
        </header>
        <div className={styles.sides}>
          <ListingSide pair={pair} side="older" />
          <ListingSide pair={pair} side="newer" />
        </div>
        <SamePictures pictures={pair.same_pictures} />
        {status === 'open' ? (
          <CaseActions className={styles.choices}>
            <Button variant="outlined" onClick={() => onDecide(null)}>
              Not a Duplicate
            </Button>
            <RefuseButton onClick={() => onDecide('older')}>Take Off the Older</RefuseButton>
            <RefuseButton onClick={() => onDecide('newer')}>Take Off the Newer</RefuseButton>
          </CaseActions>
        ) : (
          <Outcome pair={pair} />
        )}
      </section>
    </li>
  );
}

function Outcome({ pair: { status, decided_at, decided_by } }: { pair: DuplicatePair }) {
  if (decided_at === null) return null;
  return (
    <p className={section.muted}>
      {duplicateStatusLabel[status]} by {decided_by ?? 'an administrator'} on{' '}
      <time dateTime={decided_at}>{shortMoment(decided_at)}</time>
    </p>
  );
}

/** One of the two listings; its facts stand beside those of the other one. */
function ListingSide({ pair, side }: { pair: DuplicatePair; side: Side }) {
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

const SHOWN_AT_FIRST = 4;

/** Pictures of both that look the same, each beside the other. */
function SamePictures({ pictures }: { pictures: DuplicatePair['same_pictures'] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (pictures.length === 0) return null;
  const shown = isWhole ? pictures : pictures.slice(0, SHOWN_AT_FIRST);
  return (
    <div className={styles.same}>
      <ul className={styles.pictures} aria-label="Pictures that look the same">
        {shown.map(({ older, newer }, at) => (
          <li key={older} className={styles.twins}>
            <Picture src={older} alt={`Older listing, picture ${at + 1}`} sizes="10rem" />
            <Picture src={newer} alt={`Newer listing, picture ${at + 1}`} sizes="10rem" />
          </li>
        ))}
      </ul>
      {shown.length < pictures.length && (
        <Button variant="plain" onClick={() => setIsWhole(true)}>
          Show {pictures.length - shown.length} more
        </Button>
      )}
    </div>
  );
}
