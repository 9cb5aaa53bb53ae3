import { useEffect, useRef } from 'react';
import { recordViewed } from '#web/features/history/index.ts';
import { useSavesHistory } from '#web/features/settings/index.ts';
import { countView } from './queries.ts';

/** Once per opening of the page: this browser's history, where the person wants one, and the listing's own count. */
export function useVisit(propertyId: number): void {
  const savesHistory = useSavesHistory();
  const countedId = useRef<number | null>(null);
  const recordedId = useRef<number | null>(null);

  useEffect(() => {
    if (countedId.current === propertyId) return;
    countedId.current = propertyId;
    void countView(propertyId);
  }, [propertyId]);

  useEffect(() => {
    if (!savesHistory || recordedId.current === propertyId) return;
    recordedId.current = propertyId;
    recordViewed(propertyId);
  }, [propertyId, savesHistory]);
}
