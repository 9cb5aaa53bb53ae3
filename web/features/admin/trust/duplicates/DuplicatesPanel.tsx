import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { TablePager } from '../../../../components/dataTable/TablePager.tsx';
import { EmptyState } from '../../../../components/ui/EmptyState.tsx';
import { SelectField } from '../../../../components/ui/SelectField.tsx';
import { Skeleton } from '../../../../components/ui/Skeleton.tsx';
import { adminFailure } from '../../adminFailure.ts';
import { useLastPage } from '../../list/useLastPage.ts';
import { useListState } from '../../list/useListState.ts';
import { FailureBanner } from '../../parts/FailureBanner.tsx';
import styles from '../../parts/section.module.css';
import { optionsOf } from '../../parts/statusWords.ts';
import { type Choice, DuplicateDecision } from './DuplicateDecision.tsx';
import own from './Duplicates.module.css';
import { duplicateStatusLabel } from './duplicateWords.ts';
import { PairCard } from './PairCard.tsx';
import { duplicatesPlan, duplicatesQuery } from './queries.ts';

const statusOptions = [...optionsOf(duplicateStatusLabel), { value: 'all' as const, label: 'All' }];

/** Listings that are likely the same home, those found last first. */
export function DuplicatesPanel() {
  const { state, change, openPage } = useListState(duplicatesPlan);
  const { data, error, refetch } = useQuery(duplicatesQuery(state));
  const [decided, setDecided] = useState<{ pair: DuplicatePair; choice: Choice } | null>(null);
  useLastPage(data?.pagination, openPage);
  return (
    <div className={styles.section}>
      <SelectField
        className={own.filter}
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
      <FailureBanner
        message={error && adminFailure(error, 'Failed to fetch duplicates', 'Failed to load duplicates')}
        onRetry={() => void refetch()}
      />
      {!data && !error && (
        <div className={styles.card} role="status" aria-label="Loading duplicates">
          <Skeleton height="24rem" />
        </div>
      )}
      {data?.duplicates.length === 0 && (
        <div className={styles.card}>
          <EmptyState
            headingLevel={3}
            icon={<Copy size={28} aria-hidden="true" />}
            title="No duplicates"
            text={
              state.status === 'open'
                ? 'Nothing waits for a decision. Listings with the same pictures, or the same place, price and size, appear here.'
                : 'There is none of this kind.'
            }
          />
        </div>
      )}
      {data && data.duplicates.length > 0 && (
        <ul className={own.pairs} aria-label="Possible duplicates">
          {data.duplicates.map((pair) => (
            <PairCard key={pair.id} pair={pair} onDecide={(choice) => setDecided({ pair, choice })} />
          ))}
        </ul>
      )}
      {data && (
        <TablePager pagination={data.pagination} onPage={(page) => openPage(page, { isCorrection: false })} />
      )}
      {decided && <DuplicateDecision {...decided} onClose={() => setDecided(null)} />}
    </div>
  );
}
