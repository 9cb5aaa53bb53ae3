import { useEffect, useRef } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { type Message, msg } from '#shared/messages.ts';
import { useSession } from '#web/features/auth/index.ts';
import { favoriteAfterLogin, useFavorite } from '#web/features/favorites/index.ts';
import { recordViewed } from '#web/features/history/index.ts';
import { useSavesHistory } from '#web/features/settings/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate } from '#web/lib/router.tsx';
import { copyText, type SharedLink, type ShareOutcome, shareLink } from '#web/lib/shareLink.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import type { MenuEntry } from '#web/ui/dialogs/Menu.tsx';
import { showToast, type ToastKind } from '#web/ui/dialogs/showToast.ts';
import { fullPrice } from './propertyRows.ts';
import { countView } from './queries.ts';

export interface ContactProps {
  property: Property;
  onContact(): void;
  onMessage(): void;
}

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
  const { user } = useSession();
  const { isFavorite, toggle } = useFavorite(propertyId);
  const toggleFavorite = () => {
    if (user) void change();
    else
      showToast(t('Please log in to save this property as a favorite'), 'info', {
        label: t('Login'),
        onClick: () => favoriteAfterLogin.ask({ propertyId }),
      });
  };
  const change = async () => {
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

/** The address to give to others: without the open tab. */
export const propertyUrl = (id: number) => `${currentPlatform().publicOrigin}/properties/${id}`;

function linkTo(property: Property): SharedLink {
  const { id, title, location } = property;
  return { title, text: `${title}, ${location.city}: ${fullPrice(property)}`, url: propertyUrl(id) };
}

const say = (outcome: ShareOutcome) => {
  const said = words[outcome];
  if (said) showToast(t(said[0]), said[1]);
};

export async function shareProperty(property: Property): Promise<void> {
  say(await shareLink(linkTo(property)));
}

async function copyPropertyLink({ url }: SharedLink): Promise<void> {
  try {
    await copyText(url);
    say('copied');
  } catch {
    say('copy_failed');
  }
}

/** The ways to share a listing beside the device's own sheet: plain links, without code of those services. */
export function useShareWays(property: Property): MenuEntry[] {
  const isPhone = useMediaQuery('coarsePointer');
  const link = linkTo(property);
  const { title, text, url } = link;
  const [address, words] = [encodeURIComponent(url), encodeURIComponent(`${text}\n${url}`)];
  // Its app takes the link. On a computer its page takes none, so the link is on the clipboard when the page opens.
  const messenger = isPhone
    ? { href: `fb-messenger://share/?link=${address}` }
    : { href: 'https://www.messenger.com/new', onSelect: () => void copyPropertyLink(link) };
  return [
    { label: t('Copy link'), onSelect: () => void copyPropertyLink(link) },
    { label: t('Messenger'), ...messenger },
    { label: t('Viber'), href: `viber://forward?text=${words}` },
    { label: t('WhatsApp'), href: `https://wa.me/?text=${words}` },
    { label: t('Facebook'), href: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
    {
      label: t('Email'),
      href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\r\n${url}`)}`,
    },
  ];
}

/** Goes back to the visitor's previous page; a directly opened page leads to the list. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers its entries; the first one of this tab has nothing of ours before it.
    const state: { idx?: number } | null = window.history.state;
    void (state?.idx ? navigate(-1) : navigate('/properties'));
  };
}
