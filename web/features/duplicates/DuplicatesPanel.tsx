import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { CaseList } from '#web/ui/list/CaseList.tsx';
import { useListState } from '#web/ui/list/listState.ts';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type Choice, DuplicateDecision } from './DuplicateDecision.tsx';
import { duplicateStatusLabel } from './duplicateWords.ts';
import { PairCard } from './PairCard.tsx';
import { duplicatesQuery, duplicatesSchema } from './queries.ts';

const statusOptions = [...optionsOf(duplicateStatusLabel), { value: 'all' as const, label: 'All' }];

/** Listings that are likely the same home, those found last first. */
export function DuplicatesPanel() {
  const { state, change, openPage } = useListState(duplicatesSchema);
  const { data, error, refetch } = useQuery(duplicatesQuery(state));
  const [decided, setDecided] = useState<{ pair: DuplicatePair; choice: Choice } | null>(null);
  return (
    <>
      <CaseList
        status={state.status}
        statusOptions={statusOptions}
        onStatus={(status) => change({ status })}
        failure={error && failureSentence(error, 'Failed to fetch duplicates', 'Failed to load duplicates')}
        onRetry={() => void refetch()}
        pagination={data?.pagination}
        onPage={openPage}
        placeholder={
          <div
            className="p-6 max-md:p-4 border border-line rounded-lg bg-surface shadow-sm"
            role="status"
            aria-label="Loading duplicates"
          >
            <Skeleton height="24rem" />
          </div>
        }
        empty={{
          icon: <Copy size={28} aria-hidden="true" />,
          title: 'No duplicates',
          openText:
            'Nothing waits for a decision. Listings with the same pictures, or the same place, price and size, appear here.',
        }}
      >
        <ul className="grid gap-6 min-w-0" aria-label="Possible duplicates">
          {data?.duplicates.map((pair) => (
            <PairCard key={pair.id} pair={pair} onDecide={(choice) => setDecided({ pair, choice })} />
          ))}
        </ul>
      </CaseList>
      {decided && <DuplicateDecision {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}
