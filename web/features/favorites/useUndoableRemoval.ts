import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { showToast } from '#web/ui/showToast.ts';
import { useFavorites } from './useFavorites.ts';

/**
 * What remains of the list while hearts are taken away. Once the server has taken a removal, a toast offers it back;
 * one that fails puts the card back where it was.
 */
export function useUndoableRemoval(properties: Property[]): Property[] {
  const { ids, isFavorite, toggle } = useFavorites();
  const isSettled = useIsMutating() === 0;
  const settledIds = useRef(ids);

  useEffect(() => {
    if (!isSettled) return;
    const removed = settledIds.current.filter((id) => !ids.includes(id));
    settledIds.current = ids;
    for (const id of removed)
      showToast('Property removed from favorites', 'success', {
        label: 'Undo',
        onClick: () =>
          void toggle(id).catch(() =>
            showToast('This favorite could not be saved. Please try again.', 'error'),
          ),
      });
  }, [ids, isSettled, toggle]);

  return properties.filter(({ id }) => isFavorite(id) || !settledIds.current.includes(id));
}
