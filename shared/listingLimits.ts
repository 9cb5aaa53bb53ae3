/** What a listing may hold: the form keeps to it, the contract enforces it. Texts in characters. */
export const MAX_TITLE_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 10_000;
export const MAX_ADDRESS_LENGTH = 300;
export const MAX_PLACE_LENGTH = 100;
export const MAX_LISTING_IMAGES = 20;
export const MAX_FEATURES = 50;
export const MAX_FEATURE_LENGTH = 120;
/** Square metres. */
export const MAX_AREA = 10_000_000;
export const MAX_ROOMS = 1_000;
export const MAX_PARKING_SLOTS = 10_000;
export const MAX_FLOOR_LEVEL = 1_000;
