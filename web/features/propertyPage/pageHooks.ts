import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Property } from '#shared/contracts/properties.ts';
import { type Message, msg } from '#shared/messages.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useFavorite } from '#web/features/favorites/index.ts';
import { recordViewed } from '#web/features/history/index.ts';
import { useSavesHistory } from '#web/features/settings/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { type ShareOutcome, shareLink } from '#web/lib/shareLink.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { showToast, type ToastKind } from '#web/ui/dialogs/showToast.ts';
import { fullPrice } from './propertyRows.ts';
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

const MAX_LENGTH = 160;

/** The page's description for search engines and link previews, while the page is open. */
export function useDescription(text: string): void {
  useEffect(() => {
    const tag = document.querySelector('meta[name="description"]');
    if (!tag) return;
    const before = tag.getAttribute('content') ?? '';
    const line = text.replace(/\s+/g, ' ').trim();
    const cut = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…` : line;
    tag.setAttribute('content', cut);
    return () => tag.setAttribute('content', before);
  }, [text]);
}

/** The favourite of this page, with the words of the specification (part 2 §4). */
export function useFavoriteToggle(propertyId: number) {
  const { user, openLogin } = useSession();
  const { isFavorite, toggle } = useFavorite(propertyId);
  const { pathname, search } = useLocation();

  const toggleFavorite = async () => {
    if (!user) {
      showToast(t('Please log in to save this property as a favorite'), 'info', {
        label: t('Login'),
        onClick: () => openLogin(pathname + search),
      });
      return;
    }
    try {
      const isAdded = await toggle();
      if (isAdded !== undefined)
        showToast(isAdded ? t('Property added to favorites') : t('Property removed from favorites'));
    } catch (error) {
      // The end of the session announces itself.
      if (!(error instanceof ApiFailure && error.status === 401))
        showToast(t('Your favorites could not be changed. Please try again.'), 'error');
    }
  };
  return { isFavorite, toggleFavorite };
}

const words: Record<ShareOutcome, [Message, ToastKind] | null> = {
  shared: [msg('Property shared successfully'), 'success'],
  cancelled: null,
  copied: [msg('Property link copied to clipboard'), 'success'],
  share_failed: [msg('Unable to share property'), 'error'],
  copy_failed: [msg('Unable to copy link'), 'error'],
};

/** The address to give to others: without the tab that happens to be open. */
export const propertyUrl = (id: number) => `${currentPlatform().publicOrigin}/properties/${id}`;

export async function shareProperty(property: Property): Promise<void> {
  const { id, title, location } = property;
  const text = `${title}, ${location.city}: ${fullPrice(property)}`;
  const said = words[await shareLink({ title, text, url: propertyUrl(id) })];
  if (said) showToast(t(said[0]), said[1]);
}

/** Where the visitor came from; someone who opened the page directly goes to the list. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers its entries; the first one of this tab has nothing of ours before it.
    const state: { idx?: number } | null = window.history.state;
    void (state?.idx ? navigate(-1) : navigate('/properties'));
  };
}
