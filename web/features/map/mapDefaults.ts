/** Specification, part 1 §9. */
export const DEFAULT_CENTER = { lat: 14.5995, lng: 120.9842 };
export const DEFAULT_ZOOM = 11;
export const SINGLE_PROPERTY_ZOOM = 15;
export const FIT_PADDING_PX = 20;

export const MIN_ZOOM = 6;
export const MAX_ZOOM = 18;
