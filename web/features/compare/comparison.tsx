import { Scale } from 'lucide-react';
import { Suspense } from 'react';
import type { CardButtonProps } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useLocation } from '#web/lib/router.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

const CompareTray = lazyWithRetry(async () => (await import('./CompareTray.tsx')).CompareTray, 'none');

export const MAX_COMPARED = 4;

const compared = createStore<readonly number[]>([], {
  area: 'localStorage',
  key: 'silong_compare',
  read: (stored) =>
    Array.isArray(stored)
      ? [...new Set(stored)].filter((id): id is number => Number.isSafeInteger(id)).slice(0, MAX_COMPARED)
      : [],
});

/** Takes a listing into the comparison or out of it. False when there is no room left. */
export function toggleCompared(propertyId: number): boolean {
  const ids = compared.get();
  if (ids.includes(propertyId)) removeCompared([propertyId]);
  else if (ids.length >= MAX_COMPARED) return false;
  else compared.set([...ids, propertyId]);
  return true;
}

export function removeCompared(propertyIds: readonly number[]): void {
  compared.set(compared.get().filter((id) => !propertyIds.includes(id)));
}

/** Compares these listings and no others. */
export const setCompared = (ids: readonly number[]) => compared.set(ids.slice(0, MAX_COMPARED));

export const clearCompared = () => compared.set([]);

export const useComparedIds = (): readonly number[] => useStore(compared);

/** Whether a listing is in the comparison, and what takes it in or out; a toast says where there is no room left. */
export function useCompared(propertyId: number): { isChosen: boolean; toggle(): void } {
  // Only the card that is chosen is drawn anew.
  const isChosen = useStore(compared, (ids) => ids.includes(propertyId));
  const toggle = () => {
    if (!toggleCompared(propertyId))
      showToast(t('You can compare up to {max} properties. Remove one first.', { max: MAX_COMPARED }), 'info');
  };
  return { isChosen, toggle };
}

/** The tray that comes with the first one says how many of the most are chosen. */
export function CompareButton({ propertyId, className = '' }: CardButtonProps) {
  const { isChosen, toggle } = useCompared(propertyId);
  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-2 min-w-11 min-h-11 ${isChosen ? 'text-primary' : ''} ${className}`}
      aria-pressed={isChosen}
      title={isChosen ? t('Remove from comparison') : t('Add to comparison')}
      onClick={toggle}
    >
      <Scale
        className={isChosen ? 'fill-[color-mix(in_srgb,var(--s-primary)_28%,transparent)]' : undefined}
        size={18}
        strokeWidth={2}
      />
      <span className="max-sm:sr-only">{t('Compare')}</span>
    </button>
  );
}

const LazyToggle = lazyWithRetry(async () => (await import('./CompareTray.tsx')).CompareToggle, 'none');

/** On a card while there is a comparison: one press takes its home in or out. */
export function CompareToggle({ propertyId, title, className = '' }: CardButtonProps) {
  const hasBegun = useStore(compared, ({ length }) => length > 0);
  const { isChosen, toggle } = useCompared(propertyId);
  if (!hasBegun) return null;
  return (
    <Suspense fallback={null}>
      <LazyToggle {...{ title, className, isChosen }} onPress={toggle} />
    </Suspense>
  );
}

/** Part of the layout; the tray is fetched once a listing is chosen, and is not shown over the comparison itself. */
export function CompareTrayHost() {
  const ids = useComparedIds();
  const { pathname } = useLocation();
  if (ids.length === 0 || pathname === '/compare') return null;
  return (
    <Suspense fallback={null}>
      <CompareTray ids={ids} max={MAX_COMPARED} onRemove={(id) => removeCompared([id])} onClear={clearCompared} />
    </Suspense>
  );
}
