import { Eye } from 'lucide-react';
import { type ComponentType, createContext, type RefObject } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { t } from '#web/lib/i18n.tsx';

export interface CardButtonProps {
  propertyId: number;
  title: string;
  className?: string | undefined;
}

export interface CardMenuProps {
  /** Id of the menu, for its button. */
  id: string;
  label: string;
  property: Property;
  /** The button, which gets the focus back. */
  trigger: RefObject<HTMLButtonElement | null>;
  onClose(): void;
}

/** Parts of other features on a listing's card. The app fills the slots, so that these features can show cards, too. */
interface CardSlots {
  FavoriteButton: ComponentType<CardButtonProps & { variant?: 'overlay' | 'labelled' }>;
  ViewedBadge: ComponentType<{ propertyId: number }>;
  /** The open menu; `preload` fetches its code. */
  CardMenu: ComponentType<CardMenuProps> & { preload?(): Promise<void> };
  CompareButton: ComponentType<CardButtonProps>;
  /** Below the heart, while homes are being chosen for a comparison. */
  CompareToggle: ComponentType<CardButtonProps>;
  SaveToListButton: ComponentType<CardButtonProps>;
  SaveSearchButton: ComponentType<{ query: string; name: string }>;
}

const Nothing = () => null;

export const CardSlotsContext = createContext<CardSlots>({
  FavoriteButton: Nothing,
  ViewedBadge: Nothing,
  CardMenu: Nothing,
  CompareButton: Nothing,
  CompareToggle: Nothing,
  SaveToListButton: Nothing,
  SaveSearchButton: Nothing,
});

export const badgeClass =
  'inline-flex items-center gap-1 h-6.5 py-0 px-2 rounded-full text-xs font-[650] leading-none whitespace-nowrap';

export function SeenBadge() {
  return (
    <span className={`${badgeClass} bg-[rgb(16_22_20_/_78%)] text-white`}>
      <Eye size={14} strokeWidth={2} />
      {t('Viewed')}
    </span>
  );
}
