import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CaseActions, RefuseButton } from '#web/ui/list/CaseList.tsx';
import section from '#web/ui/section.module.css';
import type { Choice } from './DuplicateDecision.tsx';
import styles from './Duplicates.module.css';
import { duplicateStatusLabel, whyWords } from './duplicateWords.ts';
import { ListingSide } from './ListingSide.tsx';
import { SamePictures } from './SamePictures.tsx';

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
