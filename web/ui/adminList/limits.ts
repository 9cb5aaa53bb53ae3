/** As long as the calls take it. */
export const MAX_SEARCH_LENGTH = 200;

/** The calls refuse what is beyond; a list turns back from any page that is past its last. */
export const MAX_PAGE = 1_000_000;

/** Specification, part 3 §9. */
export const USERS_PAGE_SIZE = 10;
export const CONVERSATIONS_PAGE_SIZE = 10;
export const PROPERTIES_PAGE_SIZE = 20;
export const AUDIT_PAGE_SIZE = 25;
