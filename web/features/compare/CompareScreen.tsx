import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useEffect, useState } from 'react';
import { propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { PageSpinner } from '#web/ui/Spinner.tsx';
import styles from './CompareScreen.module.css';
import { CompareTable } from './CompareTable.tsx';
import { clearCompared, MAX_COMPARED, removeCompared, useComparedIds } from './comparison.ts';

export function CompareScreen() {
  useTitle('Compare Properties');
  const ids = useComparedIds();
  const query = useQuery(propertiesByIdsQuery(ids));
  const { data, isPending, isPlaceholderData, refetch } = query;
  const [isDifferencesOnly, setIsDifferencesOnly] = useState(false);

  // A listing that was taken off the market leaves its place to another.
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const gone = ids.filter((id) => !data.some((property) => property.id === id));
    if (gone.length > 0) removeCompared(gone);
  }, [data, isPlaceholderData, ids]);

  if (ids.length === 0)
    return (
      <div className="max-w-page mx-auto pt-8 px-gutter pb-0">
        <EmptyState
          headingLevel={1}
          icon={<Scale size={28} aria-hidden="true" />}
          title="Nothing to compare yet"
          text={`Open a property and choose "Compare". Up to ${MAX_COMPARED} stand here side by side.`}
          action={<ButtonLink to="/properties">Browse Properties</ButtonLink>}
        />
      </div>
    );
  if (isPending) return <PageSpinner label="Loading properties..." />;
  if (!data)
    return <ErrorState headingLevel={1} message="Failed to load properties" onRetry={() => void refetch()} />;

  const properties = data.filter((property) => ids.includes(property.id));
  return (
    <div className="max-w-page mx-auto pt-8 px-gutter pb-0">
      <header className="flex flex-wrap items-end justify-between gap-y-3 gap-x-6 mb-6">
        <div>
          <h1>Compare Properties</h1>
          <p className="mt-1 text-muted">
            {properties.length < 2
              ? 'Add another property to see how the two differ.'
              : 'Rows in which they differ are highlighted.'}
          </p>
        </div>
        <div className="flex items-center gap-4">
          {properties.length > 1 && (
            <label
              className={`inline-flex items-center gap-2 min-h-11 text-[0.9375rem] font-semibold cursor-pointer ${styles.check}`}
            >
              <input
                type="checkbox"
                checked={isDifferencesOnly}
                onChange={(event) => setIsDifferencesOnly(event.target.checked)}
              />
              Differences only
            </label>
          )}
          <Button variant="outlined" onClick={clearCompared}>
            Clear All
          </Button>
        </div>
      </header>
      <RefetchNotice query={query} />
      <CompareTable
        properties={properties}
        isDifferencesOnly={isDifferencesOnly && properties.length > 1}
        onRemove={(id) => removeCompared([id])}
      />
    </div>
  );
}
