import { useQueryClient } from '@tanstack/react-query';
import type { Property } from '#shared/contracts/properties.ts';
import { showToast } from '#web/ui/showToast.ts';
import { changeFavorite, usePendingChanges, useRemovals } from './useFavorites.ts';

/**
 * What remains of the list while hearts are taken away. Once the server has taken a removal, a toast offers it back;
 * one that fails puts the card back where it was.
 */
export function useUndoableRemoval(userId: number, properties: Property[]): Property[] {
  const queryClient = useQueryClient();
  useRemovals((propertyId) =>
    showToast('Property removed from favorites', 'success', {
      label: 'Undo',
      onClick: () =>
        void changeFavorite(queryClient, userId, { propertyId, isAdded: true }).catch(() =>
          showToast('This favorite could not be saved. Please try again.', 'error'),
        ),
    }),
  );
  const shown = new Map(usePendingChanges().map(({ propertyId, isAdded }) => [propertyId, isAdded]));
  return properties.filter(({ id }) => shown.get(id) !== false);
}
