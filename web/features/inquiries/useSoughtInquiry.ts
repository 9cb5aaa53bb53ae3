import { useEffect, useRef, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';

/**
 * The inquiry that a link leads to (`?tab=messages&inquiry=12`) gets the focus, wherever it stands in the list. Once:
 * the word leaves the address, so that the same link works again.
 * @param show Makes the card at this place of the whole list be there.
 * @returns For the list, whose items name their inquiry in `data-inquiry`.
 */
export function useSoughtInquiry(inquiries: readonly Inquiry[], show: (place: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const [parameters, change] = useUrlParameters();
  const wanted = parameters.get('inquiry');
  const [found, setFound] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: both functions are new at each rendering
  useEffect(() => {
    const place = inquiries.findIndex(({ id }) => String(id) === wanted);
    const inquiry = inquiries[place];
    if (!inquiry) return;
    show(place);
    setFound(inquiry.id);
    change({ inquiry: null });
  }, [inquiries, wanted]);

  useEffect(() => {
    if (found === null) return;
    const heading = list.current?.querySelector<HTMLElement>(`[data-inquiry="${found}"] h3`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'center' });
    setFound(null);
  }, [found]);

  return list;
}
