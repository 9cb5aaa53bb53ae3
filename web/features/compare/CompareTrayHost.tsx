import { Suspense } from 'react';
import { useLocation } from '#web/lib/router.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { useComparedIds } from './comparison.ts';

const CompareTray = lazyWithRetry(async () => (await import('./CompareTray.tsx')).CompareTray, 'none');

const COMPARE_PATH = '/compare';

/**
 * Part of the layout; the tray is fetched once a listing is chosen, and is not shown over the comparison itself.
 */
export function CompareTrayHost() {
  const hasChoice = useComparedIds().length > 0;
  const { pathname } = useLocation();
  if (!hasChoice || pathname === COMPARE_PATH) return null;
  return (
    <Suspense fallback={null}>
      <CompareTray />
    </Suspense>
  );
}
