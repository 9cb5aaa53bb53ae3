import { useEffect, useRef } from 'react';
import { recordViewed } from '../../../state/browsingHistory.ts';
import { countView } from './queries.ts';

/** Once per opening of the page: this browser's history, and the listing's own count. */
export function useVisit(propertyId: number): void {
  const recordedId = useRef<number | null>(null);
  useEffect(() => {
    if (recordedId.current === propertyId) return;
    recordedId.current = propertyId;
    recordViewed(propertyId);
    void countView(propertyId);
  }, [propertyId]);
}
