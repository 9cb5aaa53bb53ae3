import type { Property } from '#shared/contracts/properties.ts';
import { type ShareOutcome, shareLink } from '#web/lib/shareLink.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { showToast, type ToastKind } from '#web/ui/showToast.ts';
import { fullPrice } from './propertyRows.ts';

const words: Record<ShareOutcome, [string, ToastKind] | null> = {
  shared: ['Property shared successfully', 'success'],
  cancelled: null,
  copied: ['Property link copied to clipboard', 'success'],
  share_failed: ['Unable to share property', 'error'],
  copy_failed: ['Unable to copy link', 'error'],
};

/** The address to give to others: without the tab that happens to be open. */
export const propertyUrl = (id: number) => `${currentPlatform().publicOrigin}/properties/${id}`;

export function useShareProperty(property: Property): () => Promise<void> {
  return async () => {
    const { id, title, location } = property;
    const outcome = await shareLink({
      title,
      text: `${title}, ${location.city}: ${fullPrice(property)}`,
      url: propertyUrl(id),
    });
    const said = words[outcome];
    if (said) showToast(...said);
  };
}
