export { type CardButtonProps, type CardMenuProps, CardSlotsContext, SeenBadge } from './cards/cardSlots.tsx';
export {
  ListingBadge,
  PropertyFacts,
  PropertyLink,
  PropertyPrice,
  TypeBadge,
} from './cards/listingParts.tsx';
export { PropertyCard, PropertyCardSkeleton, PropertyRow } from './cards/PropertyCard.tsx';
export { PropertyGrid, PropertyGridSkeleton } from './cards/PropertyGrid.tsx';
export { describeQuery } from './list/listWords.ts';
export { PlainSearch } from './list/PlainSearch.tsx';
export { nearNamesQuery, propertyListQuery } from './list/queries.ts';
export { useConfirmListings } from './own/queries.ts';
export {
  buildingQuery,
  nearOffersQuery,
  propertiesByIdsQuery,
  propertyQuery,
} from './queries.ts';
export { useSuggestions } from './search/useSuggestions.tsx';
export {
  freshnessWords,
  inBuildingText,
  moderationLabel,
  moderationTone,
  statusTone,
} from './statusWords.ts';
