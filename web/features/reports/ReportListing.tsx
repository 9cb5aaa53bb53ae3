import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { useActAfterLogin, useSession } from '#web/features/auth/index.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';

const ReportDialog = lazyWithRetry(async () => (await import('./ReportDialog.tsx')).ReportDialog, 'dialog');

const DONE = 'inline-flex items-center text-muted font-semibold cursor-default';

/** The quiet way to say that something is wrong with a listing. Not on one's own, and once for each person. */
export function ReportListing({ property }: { property: Pick<Property, 'id' | 'title' | 'agent'> }) {
  const { id, title, agent } = property;
  const { user } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const isOwn = user !== null && agent?.id === user.id;
  const { data: report } = useQuery({
    ...queryOf('reports.own', { params: { id } }),
    staleTime: 5 * 60_000,
    meta: { isPersonal: true },
    enabled: user !== null && !isOwn,
  });
  const isReported = user !== null && Boolean(report);

  const ask = useActAfterLogin('report', () => setIsOpen(true));
  if (isOwn) return null;

  return (
    <>
      {/* It stays a button once it has nothing to do, so that the dialog can give it back the focus. */}
      <button
        type="button"
        className={`justify-self-center gap-2 min-h-control px-3 text-sm ${isReported ? DONE : 'quiet-btn'}`}
        aria-disabled={isReported}
        onClick={isReported ? undefined : ask}
      >
        <Flag className={isReported ? 'fill-current' : undefined} size={16} strokeWidth={2} aria-hidden="true" />
        {isReported ? t('Reported') : t('Report this listing')}
      </button>
      {isOpen && user && (
        <Suspense fallback={<LoadingVeil words={t('Opening the form…')} />}>
          <ReportDialog propertyId={id} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
