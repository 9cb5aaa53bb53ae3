import { useEffect, useRef, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { More } from '#web/lib/pagedList.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';

/**
 * The inquiry that a link leads to (`?tab=messages&inquiry=12`) gets the focus, wherever it stands in the list. Once:
 * the word leaves the address, so that the same link works again.
 * @param rest Is loaded until the inquiry is among the loaded ones.
 * @param show Makes the card at this place of the whole list be there.
 * @returns For the list, whose items name their inquiry in `data-inquiry`.
 */
export function useSoughtInquiry(inquiries: readonly Inquiry[], rest: More, show: (place: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const [parameters, change] = useUrlParameters();
  const wanted = parameters.get('inquiry');
  const [found, setFound] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new at each rendering
  useEffect(() => {
    const place = inquiries.findIndex(({ id }) => String(id) === wanted);
    const inquiry = inquiries[place];
    if (!inquiry) {
      if (wanted !== null && rest.hasMore && !rest.isFailed) rest.load();
      return;
    }
    show(place);
    setFound(inquiry.id);
    change({ inquiry: null });
  }, [inquiries, wanted, rest.hasMore]);

  useEffect(() => {
    if (found === null) return;
    const heading = list.current?.querySelector<HTMLElement>(`[data-inquiry="${found}"] h3`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'center' });
    setFound(null);
  }, [found]);

  return list;
}
