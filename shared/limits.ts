import { type Message, msg } from './messages.ts';
/** Limits that forms use and contracts enforce. Separate from the contracts, whose schemas a page may not need. */

/** Messages in one page of a thread, if the client names no other number. */
export const MESSAGE_PAGE_SIZE = 50;
/** Also of a whole post that is pasted into a search box. */
export const MAX_SEARCH_LENGTH = 400;
export const MAX_MESSAGE_PAGE_SIZE = 200;
export const MAX_MESSAGE_LENGTH = 4_000;

/** Bounds of an agent's notes about a client. Texts in characters. */
export const MAX_NOTE_LENGTH = 4_000;
export const MAX_WISHES_LENGTH = 1_000;
export const MAX_NEXT_ACTION_LENGTH = 200;

export const MAX_API_TOKENS = 20;
export const MAX_TOKEN_NAME_LENGTH = 100;

export const MAX_SAVED_REPLIES = 100;
export const MAX_REPLY_TITLE = 80;
export const MAX_REPLY_TEXT = 4_000;

/** Bounds of a listing. Texts in characters. */
export const MAX_TITLE_LENGTH = 200;
/** The number under which an office keeps a listing in its own books. */
export const MAX_REFERENCE_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 10_000;
/** Listings that an agent has begun and not published. */
export const MAX_DRAFTS = 1_000;
export const MAX_ADDRESS_LENGTH = 300;
export const MAX_PLACE_LENGTH = 100;
export const MAX_LISTING_IMAGES = 20;
/** The description of a picture, as it is read out. */
export const MAX_IMAGE_DESCRIPTION_LENGTH = 250;
export const MAX_LISTING_FLOOR_PLANS = 5;
export const MAX_FEATURES = 50;
export const MAX_FEATURE_LENGTH = 120;
/** Square metres. */
export const MAX_AREA = 10_000_000;
export const MAX_ROOMS = 1_000;
export const MAX_PARKING_SLOTS = 10_000;
export const MAX_FLOOR_LEVEL = 1_000;
export const MIN_YEAR_BUILT = 1_800;
/** A home may be sold so many years before it is finished. */
export const MAX_YEARS_AHEAD = 15;

/** Bounds of a building's own fields. Texts in characters. */
export const MAX_BUILDING_NAME_LENGTH = 120;
export const MAX_BUILDING_TEXT_LENGTH = 4_000;
export const MAX_FLOOR_PLANS = 20;

/** Bounds of an uploaded picture, and the sentences of its refusals (specification, part 3 §5). */
export const MAX_IMAGE_BYTES = 5_242_880;
/** Bytes that the stored pictures of one account may take up, by its role. */
export const PICTURE_QUOTA = { user: 104_857_600, agent: 2_147_483_648, admin: 2_147_483_648 };

/** Of a picture as it comes; the page makes larger ones smaller. */
export const MAX_MEGAPIXELS = 50;

/** Why a picture is not taken. */
export type PictureFault =
  | 'empty'
  | 'notAnImage'
  | 'otherKind'
  | 'heic'
  | 'avif'
  | 'tooLarge'
  | 'tooManyPixels'
  | 'unreadable'
  | 'damaged';

export const imageMessages: Record<PictureFault, (name: string) => Message> = {
  empty: (name) => msg('File "{name}" is empty.', { name }),
  notAnImage: (name) => msg('File "{name}" is not an image file.', { name }),
  otherKind: (name) => msg('File "{name}" is not supported. Please use PNG, JPG, GIF or WebP.', { name }),
  heic: (name) =>
    msg('File "{name}" is a HEIC photo, which is not supported here. Please use PNG, JPG, GIF or WebP.', { name }),
  avif: (name) =>
    msg('File "{name}" is an AVIF image, which is not supported here. Please use PNG, JPG, GIF or WebP.', {
      name,
    }),
  tooLarge: (name) => msg('File "{name}" is too large. Maximum size is 5MB.', { name }),
  tooManyPixels: (name) =>
    msg('File "{name}" has too many pixels. Maximum is {maximum} megapixels.', { name, maximum: MAX_MEGAPIXELS }),
  unreadable: (name) => msg('Failed to process "{name}"', { name }),
  damaged: (name) => msg('Failed to process "{name}": the file is damaged.', { name }),
};

/** Bounds of the files of a message, and the sentences of their refusals. */
export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10_485_760;
/** Of all files of one mail: they grow by a third on the way, and many mail servers take 25 MB. */
export const MAX_MAILED_BYTES = 15_728_640;

export const attachmentMessages = {
  otherKind: (name: string) =>
    msg('File "{name}" is not supported. Please use PDF, PNG, JPG, GIF or WebP.', { name }),
  tooLarge: (name: string) => msg('File "{name}" is too large. Maximum size is 10 MB.', { name }),
};

/** Bounds of acts on several chosen rows of an admin's list. */
export const MAX_BULK_ROWS = 100;
export const MAX_SAVED_VIEWS = 20;
export const MAX_VIEW_NAME_LENGTH = 60;

/** Bounds of an account, an application and a message. Texts in characters. */
export const MIN_PASSWORD_LENGTH = 6;
/** An admin's setting may raise the minimum up to this. */
export const MAX_MIN_PASSWORD_LENGTH = 64;
/** argon2 would hash any length; the bound limits the cost of one sign-in. */
export const MAX_PASSWORD_LENGTH = 200;
export const MAX_NAME_LENGTH = 120;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 40;
/** A title, an area, a specialization, an entry of a list. */
export const MAX_SHORT_TEXT_LENGTH = 120;
export const MAX_LIST_ENTRIES = 30;
export const MAX_BIO_LENGTH = 4_000;
export const MAX_WORKING_HOURS_LENGTH = 60;
export const MAX_EXPERIENCE_YEARS = 80;
export const MAX_INQUIRY_LENGTH = 4_000;
export const MAX_INQUIRY_REPLY_LENGTH = 8_000;
export const MAX_REVIEW_LENGTH = 2_000;
/** Reasons of reports, refusals and removals. */
export const MAX_REASON_LENGTH = 1_000;
/** How long the server holds an answer of the Desk at most before it sends it. */
export const LONGEST_HOLD_MINUTES = 60;
/** A client is put off for at most so long. */
export const LONGEST_SNOOZE_DAYS = 366;
/** Of a listing, in pesos; per month where it is for rent or lease. */
export const MAX_PRICE = 100_000_000_000;
/** Spans of one day of an agent's week. */
export const MAX_HOURS_SPANS = 4;
export const MAX_BUFFER_MINUTES = 240;
export const MAX_NOTICE_HOURS = 336;
export const MAX_DAYS_OFF = 100;
/** Days for which free times are answered at once. */
export const LONGEST_FREE_TIMES_DAYS = 31;
/** A viewing can be agreed on so far ahead. */
export const LONGEST_VIEWING_AHEAD_DAYS = 180;
/** Times in one offer by link. */
export const MAX_OFFERED_SLOTS = 12;
/** A request that nobody answered waits for its agent so long after its time. */
export const UNANSWERED_VIEWING_DAYS = 7;
export const MAX_OUTCOME_NOTE_LENGTH = 1_000;
/** Of an office. */
export const MAX_OFFICE_MEMBERS = 200;
export const MAX_OPEN_INVITATIONS = 50;
/** An invitation to an office can be answered for so long. */
export const INVITATION_DAYS = 14;
/** A colleague is away for at most so long. */
export const LONGEST_AWAY_DAYS = 366;
/** Why a client is handed over, for the colleague. */
export const MAX_HAND_OVER_NOTE_LENGTH = 1_000;
/** Saved searches of one person. Names and queries in characters: a drawing on the map is a long query. */
export const MAX_SAVED_SEARCHES = 50;
export const MAX_SAVED_SEARCH_NAME = 100;
export const MAX_SAVED_SEARCH_QUERY = 30_000;
/** Devices of one person: browsers that show notices while the site is closed. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;
export const MAX_PUSH_ENDPOINT = 2_000;
/** Webhooks of one agent. */
export const MAX_WEBHOOKS = 10;
export const MAX_WEBHOOK_URL = 2_000;
export const MAX_FAVORITE_NOTE_LENGTH = 1_000;
export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 30;
export const MAX_RATING = 5;
/** Shared lists of one person, and items, members and comments of one list. */
export const MAX_SHARED_LISTS = 20;
export const MAX_LIST_MEMBERS = 20;
export const MAX_LIST_ITEMS = 100;
export const MAX_LIST_COMMENTS = 1_000;
export const MAX_LIST_INVITATIONS = 20;
export const MAX_LIST_NAME = 80;
export const MAX_COMMENT_LENGTH = 1_000;
/** A link to a shared list can be used for so long. */
export const LIST_INVITATION_DAYS = 14;

/** From 'Delete account' until the account is erased. */
export const DELETION_DAYS = 30;
/** Places that a person names, and the longest way to them. Names in characters. */
export const MAX_REACHES = 5;
export const MAX_REACH_MINUTES = 180;
export const MAX_REACH_NAME = 40;

/** Places of each filter by places. */
export const MAX_LOCATIONS = 10;
export const MAX_TYPES = 10;
export const MAX_EXCLUDED_FEATURES = 20;
/** Metres. */
export const MIN_NEAR_METRES = 100;
export const MAX_NEAR_METRES = 5_000;
export const USUAL_NEAR_METRES = 1_000;

/** Of a mail that comes in, with its files: what the large providers send at most. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024;
