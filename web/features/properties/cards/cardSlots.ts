import { type ComponentType, createContext } from 'react';

/**
 * What other features put on a listing's card. The app fills it, so that those features can show cards themselves; empty
 * where nobody does.
 */
export interface CardSlots {
  FavoriteButton: ComponentType<{
    propertyId: number;
    title: string;
    variant?: 'overlay' | 'labelled';
    className?: string | undefined;
  }>;
  ViewedBadge: ComponentType<{ propertyId: number }>;
}

const Nothing = () => null;

export const CardSlotsContext = createContext<CardSlots>({ FavoriteButton: Nothing, ViewedBadge: Nothing });
