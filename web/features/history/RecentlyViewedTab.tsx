import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { PropertyRow, propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { clearBrowsingHistory, useBrowsingHistory, type ViewedEntry } from './browsingHistory.tsx';

/** Specification, part 2 §9. */
const MAX_SHOWN = 20;

export function RecentlyViewedTab() {
  const history = useBrowsingHistory();
  const [isAsked, setIsAsked] = useState(false);
  if (history.length === 0) return <NothingViewed />;

  const views = history.reduce((sum, { viewCount }) => sum + viewCount, 0);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 mb-4 text-muted">
        <p>
          {t(
            '{properties, plural, one {# property} other {# properties}}, {views, plural, one {# view} other {# views}} in this browser',
            { properties: history.length, views },
          )}
        </p>
        <Button variant="outlined" onClick={() => setIsAsked(true)}>
          {t('Clear History')}
        </Button>
      </div>
      <ViewedList entries={history.slice(0, MAX_SHOWN)} />
      {isAsked && (
        <ConfirmDialog
          title={t('Clear your history?')}
          text={t('This clears the properties you viewed in this browser. You cannot undo this.')}
          confirmLabel={t('Clear History')}
          onConfirm={() => {
            clearBrowsingHistory();
            showToast(t('Browsing history cleared'));
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

function ViewedList({ entries }: { entries: ViewedEntry[] }) {
  const query = useQuery(propertiesByIdsQuery(entries.map(({ propertyId }) => propertyId)));
  const { data, isPending, refetch } = query;
  const now = useNow();
  if (isPending)
    return (
      <div className="grid grid-fill-[24rem] gap-3" role="status">
        <span className="visuallyHidden">{t('Loading your recently viewed properties…')}</span>
        {entries.map(({ propertyId }) => (
          <Skeleton key={propertyId} className="rounded-lg" height="5.9rem" />
        ))}
      </div>
    );
  if (!data)
    return (
      <ErrorState
        message={t('Your recently viewed properties could not be loaded.')}
        onRetry={() => void refetch()}
      />
    );
  const shown = entries.flatMap((entry) => {
    const property = data.find(({ id }) => id === entry.propertyId);
    return property ? [{ ...entry, property }] : [];
  });
  if (shown.length === 0) return <NothingViewed />;
  return (
    <>
      <RefetchNotice query={query} />
      <ul className="grid grid-fill-[24rem] gap-3" aria-label={t('Recently viewed properties')}>
        {shown.map(({ property, viewedAt, viewCount }) => (
          <li key={property.id} className="panel">
            <PropertyRow property={property} note={noteOf(relativeTime(viewedAt, now), viewCount)} />
          </li>
        ))}
      </ul>
    </>
  );
}

const noteOf = (when: string, count: number) => (count > 1 ? t('{when} · {count} views', { when, count }) : when);

function NothingViewed() {
  return (
    <EmptyState
      icon={<History size={28} />}
      title={t('Nothing viewed yet')}
      text={t('Properties you open appear here so you can find them again.')}
      action={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
    />
  );
}
