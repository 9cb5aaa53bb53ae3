/** The words that are stored of a listing. Apart from the contracts, whose schemas a page need not load. */
export const propertyTypes = ['apartment', 'house', 'condo', 'duplex', 'office', 'commercial', 'land'] as const;
export const listingTypes = ['sale', 'rent', 'lease'] as const;
/** Set by the agent. */
export const propertyStatuses = ['available', 'pending', 'sold', 'rented'] as const;
/** Set by an administrator; only 'active' listings are public. */
export const moderationStatuses = ['active', 'inactive', 'pending', 'rejected'] as const;
export const propertySorts = ['newest', 'price_asc', 'price_desc', 'area_desc', 'relevance'] as const;
/** Whether a home can be moved into, or is sold before it stands. */
export const completions = ['ready', 'preselling'] as const;
/** Media of a listing beside its pictures. */
export const mediaKinds = ['video', 'plan'] as const;

export type PropertyType = (typeof propertyTypes)[number];
export type ListingType = (typeof listingTypes)[number];
export type PropertyStatus = (typeof propertyStatuses)[number];
export type ModerationStatus = (typeof moderationStatuses)[number];
export type PropertySort = (typeof propertySorts)[number];
export type Completion = (typeof completions)[number];
export type MediaKind = (typeof mediaKinds)[number];

/** Homes in the narrow sense: an office or a piece of land without bedrooms is no studio. */
export const homeTypes = ['apartment', 'house', 'condo', 'duplex'] as const satisfies readonly PropertyType[];

export const isHome = (type: PropertyType): boolean => homeTypes.some((home) => home === type);

/** A home without a bedroom of its own. */
export const isStudio = ({ type, bedrooms }: { type: PropertyType; bedrooms: number }): boolean =>
  bedrooms === 0 && isHome(type);

/** Kinds of media in a comma-separated text: each once, in one order; unknown ones are left out. */
export const mediaOf = (names: string): MediaKind[] =>
  mediaKinds.filter((kind) => names.split(',').some((name) => name.trim() === kind));
