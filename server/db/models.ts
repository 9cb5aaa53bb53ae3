import {
  DataTypes,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { DeliveredEvent, DeliveryStatus, WebhookEvent } from '#shared/apiAccess.ts';
import type { TalkWay } from '#shared/chatApps.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { RestoreDrill } from '#shared/contracts/backups.ts';
import type { BuildingPermission } from '#shared/contracts/buildings.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import type { ClientStage, DeskRow, WaitingReason } from '#shared/contracts/desk.ts';
import type { DuplicatePair, DuplicateStatus } from '#shared/contracts/duplicates.ts';
import type { InquiryByMail, InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import type { JobStatus } from '#shared/contracts/jobs.ts';
import type { ListRole, ListVote } from '#shared/contracts/lists.ts';
import type { NoticeTopic } from '#shared/contracts/notifications.ts';
import type { OfficeRole } from '#shared/contracts/offices.ts';
import type { ErasureStatus } from '#shared/contracts/privacy.ts';
import type { ReportReason, ReportStatus } from '#shared/contracts/reports.ts';
import type { AlertFrequency, SearchEvent } from '#shared/contracts/savedSearches.ts';
import type { SignalFacts, SignalKind, SignalStatus } from '#shared/contracts/signals.ts';
import type {
  ViewingEndReason,
  ViewingEventKind,
  ViewingOutcome,
  ViewingSide,
  ViewingStatus,
} from '#shared/contracts/viewings.ts';
import type { WeekHours } from '#shared/freeTimes.ts';
import type {
  Completion,
  ListingType,
  ModerationStatus,
  PropertyStatus,
  PropertyType,
} from '#shared/listing/vocabulary.ts';
import type { NoticeWords } from '../languages.ts';

declare const typesOfColumn: unique symbol;

/** A column: Sequelize's options and its values' type. Migrations make the tables and decide on deletions of referenced rows. */
interface Column<Value, IsOptional extends boolean> extends ModelAttributeColumnOptions {
  /** For the compiler alone. `isOptional`: may be missing in a new row. */
  readonly [typesOfColumn]?: { value: Value; isOptional: IsOptional };
}

type Columns = Record<string, Column<unknown, boolean>>;

type Values<Own extends Columns> = {
  [Name in keyof Own]: Own[Name] extends Column<infer Value, boolean> ? Value : never;
};
type OptionalNames<Own extends Columns> = {
  [Name in keyof Own]: Own[Name] extends Column<unknown, true> ? Name : never;
}[keyof Own];
type NewRow<Own extends Columns> = Omit<Values<Own>, OptionalNames<Own>> &
  Partial<Pick<Values<Own>, OptionalNames<Own>>>;

/** The model instances of a table. */
type Row<Own extends Columns> = Model<Values<Own>, NewRow<Own>> & Values<Own>;

type Required<Value> = Column<Value, false>;
type Optional<Value> = Column<Value, true>;

const required = (type: ModelAttributeColumnOptions['type']) => ({ type, allowNull: false });

const id = (): Optional<number> => ({ type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true });

/** The id of another row. */
const reference = (): Required<number> => required(DataTypes.INTEGER);

const key = <Value>(column: Required<Value>): Required<Value> => ({ ...column, primaryKey: true });

const nullable = <Value>(column: Column<Value, boolean>): Optional<Value | null> => {
  const options: ModelAttributeColumnOptions = column;
  return { ...options, allowNull: true };
};

const withDefault = <Value>(column: Required<Value>, defaultValue?: Value): Optional<Value> => {
  const options: ModelAttributeColumnOptions = column;
  return { ...options, defaultValue };
};

/** Columns of a type; with a default they may be missing in a new row. */
function columnOf<Base>(type: ModelAttributeColumnOptions['type']) {
  function column<Value extends Base = Base>(): Required<Value>;
  function column<Value extends Base = Base>(defaultValue: NoInfer<Value>): Optional<Value>;
  function column(defaultValue?: Base): Column<Base, boolean> {
    return { ...required(type), defaultValue };
  }
  return column;
}

const text = columnOf<string>(DataTypes.TEXT);
const integer = columnOf<number>(DataTypes.INTEGER);
const flag = columnOf<boolean>(DataTypes.BOOLEAN);

/** Short text of a fixed kind, such as a hash in hexadecimal digits. */
const shortText = (length: number): Required<string> => required(DataTypes.STRING(length));

const time = (): Required<Date> => required(DataTypes.DATE);

/** A day of the calendar, '2026-01-31'. */
const day = (): Required<string> => required(DataTypes.DATEONLY);

const double = (): Required<number> => required(DataTypes.DOUBLE);

const json = <Value>(defaultValue: Value): Optional<Value> => ({
  ...required(DataTypes.JSON),
  defaultValue,
});

/** The two databases hand decimals over differently (number or text); the services see numbers. */
function decimal(name: string, precision: number, scale: number): Required<number> {
  return {
    ...required(DataTypes.DECIMAL(precision, scale)),
    get() {
      const stored: unknown = this.getDataValue(name as never);
      return stored === null || stored === undefined ? stored : Number(stored);
    },
  };
}

export type ApplicationStatus = 'pending' | 'approved' | 'rejected';

/** The details of an entry of the audit log, beside its ids. */
export type AuditField = 'actor_name' | 'before' | 'after' | 'reason' | 'address' | 'chain';
/** HMAC-SHA-256 of a detail under its salt, hex. */
export type AuditCommitments = { [Field in AuditField]?: string };

interface Table<Own extends Columns> {
  name: string;
  columns: Own;
  /** Whether Sequelize keeps `created_at` and `updated_at`. */
  isStamped: boolean;
}

/** Filled in by Sequelize. */
const stamps = { created_at: withDefault(time()), updated_at: withDefault(time()) };

/** A table whose key is one of its columns. */
const keyedTable = <Own extends Columns>(name: string, columns: Own): Table<Own> => ({
  name,
  columns,
  isStamped: false,
});
/** A table whose rows are numbered by the database. */
const table = <Own extends Columns>(name: string, columns: Own) => keyedTable(name, { id: id(), ...columns });
const keyedStamped = <Own extends Columns>(name: string, columns: Own): Table<Own & typeof stamps> => ({
  name,
  columns: { ...columns, ...stamps },
  isStamped: true,
});
const stamped = <Own extends Columns>(name: string, columns: Own) => keyedStamped(name, { id: id(), ...columns });

/** Every table with its columns: snake_case, the names that the wire uses too. */
const tables = {
  User: stamped('users', {
    name: text(),
    /** Trimmed and lower case. */
    email: text(),
    /** An agent's own, which the public sees instead of `email`. */
    contact_email: nullable(text()),
    password_hash: text(),
    phone: nullable(text()),
    role: text<Role>('user'),
    /** Only of administrators. */
    admin_role: { ...nullable(text<AdminRole>()), defaultValue: null },
    status: text<UserStatus>('active'),
    avatar_url: nullable(text()),
    /** When the owner proved to read the mail of this address; null: unproven. */
    email_verified_at: nullable(time()),
    /** The same of the number. */
    phone_verified_at: nullable(time()),
    /** Replaces `email` once it is confirmed. */
    pending_email: nullable(text()),
    /** The code of the chosen language; null: none was chosen. */
    language: { ...nullable(text()), defaultValue: null },
  }),

  /** A mailed link, or digits that were sent, by which a person confirms an address or a number, or refuses a change. */
  ContactVerification: table('contact_verifications', {
    user_id: reference(),
    kind: text<'email' | 'new_email' | 'email_refusal' | 'phone'>(),
    /** The address or the number (with its country) to confirm; of a refusal, the address to restore. */
    value: text(),
    token_hash: text(),
    code_hash: nullable(text()),
    tries: integer(0),
    /** Whether the user asked for it, which is limited; else it came with the account. */
    is_asked_for: flag(),
    expires_at: time(),
    used_at: nullable(time()),
    created_at: time(),
  }),

  Session: table('sessions', {
    user_id: reference(),
    /** SHA-256 of the token, hex: a copy of the table opens nothing. */
    token_hash: text(),
    remember: flag(false),
    address: nullable(text()),
    user_agent: nullable(text()),
    created_at: time(),
    last_used_at: time(),
    /** The owner's last proof of identity after the sign-in. */
    confirmed_at: nullable(time()),
    /** How far PostgreSQL's log was after its last change, where there are replicas; see replicas.ts. */
    wal_position: nullable(text()),
  }),

  /** With which a program makes calls for an agent, without the agent's session. */
  ApiToken: table('api_tokens', {
    user_id: reference(),
    name: text(),
    /** SHA-256 of the token, hex: a copy of the table opens nothing. */
    token_hash: shortText(64),
    /** Its last four characters. */
    ending: text(),
    /** Separated by spaces (RFC 6749, section 3.3). */
    scopes: text(),
    created_at: time(),
    expires_at: nullable(time()),
    last_used_at: nullable(time()),
    last_used_address: nullable(text()),
  }),

  /** A browser that shows notices also while the site is closed. It ends with its session. */
  PushSubscription: table('push_subscriptions', {
    user_id: reference(),
    session_id: reference(),
    /** The endpoint at the browser's push service. */
    endpoint: text(),
    /** Keys for the encryption: its public key and a shared secret, both base64url. */
    p256dh: text(),
    auth: text(),
    device_name: text(),
    created_at: time(),
    /** When a message was last taken; null: none was yet. */
    last_ok_at: nullable(time()),
    /** Since when pushes have been refused; null: the last one was accepted. */
    failing_since: nullable(time()),
  }),

  /** An address of another program that receives events of its agent's inquiries, viewings and listings. */
  Webhook: table('webhooks', {
    user_id: reference(),
    /** The office that its owner manages, for events of all members; null: for the owner's own events. */
    office_id: nullable(reference()),
    url: text(),
    events: json<WebhookEvent[]>([]),
    is_active: flag(true),
    /** Signs the deliveries, therefore stored in plain text. */
    secret: text(),
    /** The secret before, which signs as well for a while. */
    previous_secret: nullable(text()),
    previous_secret_until: nullable(time()),
    /** Attempts in a row that were not taken. */
    failures: integer(0),
    failing_since: nullable(time()),
    /** When it was switched off because of failures. */
    paused_at: nullable(time()),
    /** When the job that sends its next delivery is due; null: nothing waits. */
    queued_for: nullable(time()),
    /** The job of its next delivery. */
    sending_job: nullable(integer()),
    /** Until when a receiver that takes nothing is left alone. */
    held_until: nullable(time()),
    created_at: time(),
    updated_at: time(),
  }),

  /** An event for a webhook. Its body is written at the delivery, and not stored. */
  WebhookDelivery: table('webhook_deliveries', {
    webhook_id: reference(),
    /** The event's id for the receiver, the same at each attempt. */
    delivery_key: text(),
    event: text<DeliveredEvent>(),
    /** The inquiry, viewing or listing. */
    subject_id: nullable(integer()),
    /** Facts that are no longer readable at the delivery: the earlier price or status. */
    details: json<Record<string, string | number>>({}),
    status: text<DeliveryStatus>('waiting'),
    attempts: integer(0),
    http_status: nullable(integer()),
    duration_ms: nullable(integer()),
    /** The first characters of the receiver's answer. */
    answer: nullable(text()),
    error: nullable(text()),
    created_at: time(),
    attempted_at: nullable(time()),
    next_attempt_at: nullable(time()),
  }),

  /** The secret of an authenticator app. One for each account. */
  TotpFactor: keyedTable('totp_factors', {
    user_id: key(integer()),
    /** Base32. */
    secret: text(),
    /** The time step (30 s since 1970) of the last accepted code: earlier ones are refused. */
    last_step: integer(0),
    created_at: time(),
    /** Since when it is in force; null during the set-up. */
    confirmed_at: nullable(time()),
  }),

  RecoveryCode: table('recovery_codes', {
    user_id: reference(),
    code_hash: shortText(64),
    created_at: time(),
    used_at: nullable(time()),
  }),

  /** A device or network from which an account was used before. */
  KnownDevice: table('known_devices', {
    user_id: reference(),
    /** See features/auth/signIn.ts. */
    device_hash: shortText(64),
    first_used_at: time(),
    last_used_at: time(),
    /** When the owner was notified by mail; null where that was not needed. */
    told_at: nullable(time()),
  }),

  LoginFailure: keyedTable('login_failures', {
    /** A hash of account and address, so that the table contains no personal data. */
    key: key(shortText(64)),
    failures: integer(),
    locked_until: nullable(time()),
    updated_at: time(),
  }),

  /** See http/limits/budgetLimiter.ts. */
  ActionBudget: keyedTable('action_budgets', {
    /** A hash, so that the table contains no personal data. */
    key: key(shortText(64)),
    points: integer(),
    expires_at: time(),
  }),

  /** Secrets of all processes; made at their first use. */
  ServerSecret: keyedTable('server_secrets', {
    name: key(shortText(64)),
    value: text(),
  }),

  PasswordReset: table('password_resets', {
    user_id: reference(),
    token_hash: text(),
    expires_at: time(),
    used_at: nullable(time()),
    created_at: time(),
  }),

  /** A key pair on a user's device (WebAuthn); the public half is stored here. */
  Passkey: table('passkeys', {
    user_id: reference(),
    /** Both in base64url. */
    credential_id: text(),
    public_key: text(),
    /** The device's count of uses; some never count. */
    counter: integer(0),
    transports: json<string[]>([]),
    name: text(),
    created_at: time(),
    last_used_at: nullable(time()),
  }),

  /** A user's identity at an OpenID Connect provider. */
  ProviderIdentity: table('provider_identities', {
    user_id: reference(),
    issuer: text(),
    subject: text(),
    created_at: time(),
    last_used_at: time(),
  }),

  /** The state between two calls; see features/auth/challenges.ts. */
  SignInChallenge: table('sign_in_challenges', {
    kind: text<'passkeyCreation' | 'passkeySignIn' | 'passkeyConfirmation' | 'providerSignIn'>(),
    secret_hash: shortText(64),
    user_id: nullable(reference()),
    session_id: nullable(reference()),
    facts: json<Record<string, string>>({}),
    created_at: time(),
    expires_at: time(),
  }),

  /** The profile of an agent or applicant. The key is the user's own id: an agent's id is the user id. */
  AgentProfile: keyedStamped('agent_profiles', {
    user_id: key(integer()),
    application_status: text<ApplicationStatus>('pending'),
    title: nullable(text()),
    bio: nullable(text()),
    specialization: nullable(text()),
    location: nullable(text()),
    languages: json<string[]>([]),
    certifications: json<string[]>([]),
    achievements: json<string[]>([]),
    /** Day name → hours as text. */
    working_hours: json<Record<string, string>>({}),
    experience_years: integer(0),
    /** Numbers of these apps, and a name of the third. */
    viber: nullable(text()),
    whatsapp: nullable(text()),
    messenger: nullable(text()),
    license_number: nullable(text()),
    /** Last day on which the licence is valid, '2026-01-31'. Null, like checker and time, while unchecked. */
    license_expires_on: nullable(day()),
    license_checked_at: nullable(time()),
    license_checked_by: nullable(reference()),
    /** When the last warning about the end of this licence was written. */
    license_warned_at: nullable(time()),
    /** Since when the agent is unlisted because of it. */
    license_lapsed_at: nullable(time()),
    /** An admin's own, beside the last check. */
    license_note: nullable(text()),
    /** Mean of the reviews, recomputed with each of them; 0 without any. */
    rating: withDefault(decimal('rating', 3, 2), 0),
    review_count: integer(0),
    /** The same of reviews by verified clients alone. */
    verified_rating: withDefault(decimal('verified_rating', 3, 2), 0),
    verified_review_count: integer(0),
    decided_at: nullable(time()),
    /** When the agent was last asked which listings are still available. */
    confirmation_asked_at: nullable(time()),
  }),

  Property: stamped('properties', {
    agent_id: nullable(reference()),
    /** The office's own number: unique among its agent's listings. */
    reference: nullable(text()),
    title: text(),
    description: text(),
    type: text<PropertyType>(),
    listing_type: text<ListingType>(),
    status: text<PropertyStatus>('available'),
    moderation_status: text<ModerationStatus>('active'),
    /** The reason that the agent reads; null while it is shown. */
    moderation_reason: nullable(text()),
    /** The cause: an admin's decision, or an absent or deleted agent; null while it is shown. */
    hidden_by: nullable(text<'admin' | 'agent_away' | 'agent_deleted'>()),
    /** Not published yet, and `inactive`: texts that are not given yet are '', numbers 0. */
    is_draft: flag(false),
    /** Pesos; per month for rent and lease. */
    price: decimal('price', 14, 2),
    address: text(),
    city: text(),
    province: text(),
    /** The places of the address, as shared/places.ts reads them; stored so that a location filter is an index look- up. */
    city_slug: nullable(text()),
    district_slug: nullable(text()),
    region_slug: nullable(text()),
    latitude: nullable(double()),
    longitude: nullable(double()),
    bedrooms: integer(),
    bathrooms: integer(),
    area_sqm: decimal('area_sqm', 12, 2),
    parking_slots: integer(0),
    furnished: nullable(flag()),
    floor_level: nullable(integer()),
    /** Null: not stated. */
    completion: nullable(text<Completion>()),
    /** The year of completion, past or future. */
    year_built: nullable(integer()),
    building_id: nullable(reference()),
    /** Cover first. */
    images: json<string[]>([]),
    /** Descriptions by address; undescribed pictures are missing. */
    image_descriptions: json<Record<string, string>>({}),
    /** Addresses from the last imported file: repeated ones are no change. */
    feed_images: { ...nullable(json<string[]>([])), defaultValue: null },
    floor_plans: json<string[]>([]),
    video_url: nullable(text()),
    /** Whether there is one, derived from the two above, for the list's filter in an index. */
    has_video: flag(false),
    has_plan: flag(false),
    features: json<string[]>([]),
    /** Whether one of the features states it; derived with the words. */
    allows_pets: flag(false),
    /** Folded words of everything a search looks at, each once; see features/properties/list/searchText.ts. */
    search_text: text(),
    /** Version of the rule that derived the words and places; 0: unknown. */
    search_version: integer(0),
    view_count: integer(0),
    /** When the agent last confirmed its availability. */
    confirmed_at: nullable(time()),
    /** The last change of price or status, or confirmation; null: none since it was listed. */
    fresh_at: nullable(time()),
  }),

  /** A building or a project; a row merged into another one is a further name of it. */
  Building: stamped('buildings', {
    name: text(),
    /** The key of uniqueness, with the city; see features/properties/buildings.ts. */
    folded_name: text(),
    /** Version of the rule that made the key; 0: unknown. */
    key_version: integer(0),
    address: nullable(text()),
    city: text(),
    city_slug: text(),
    district_slug: nullable(text()),
    latitude: nullable(double()),
    longitude: nullable(double()),
    developer: nullable(text()),
    year_built: nullable(integer()),
    floors: nullable(integer()),
    description: nullable(text()),
    amenities: json<string[]>([]),
    pets: nullable(text<BuildingPermission>()),
    short_lets: nullable(text<BuildingPermission>()),
    smoking: nullable(text<BuildingPermission>()),
    moving_hours: nullable(text()),
    floor_plans: json<string[]>([]),
    merged_into_id: nullable(integer()),
    created_by: nullable(reference()),
  }),

  /** A row for every change of status, the first included: analytics are computed from these. */
  PropertyStatusChange: table('property_status_changes', {
    property_id: reference(),
    from_status: nullable(text<PropertyStatus>()),
    to_status: text<PropertyStatus>(),
    /** Asking price at that moment. */
    price: decimal('price', 14, 2),
    changed_by: nullable(reference()),
    changed_at: time(),
  }),

  /** Other events of a listing's history. Rows are added and never changed. */
  PropertyEvent: table('property_events', {
    property_id: reference(),
    kind: text<'price' | 'confirmed'>(),
    price: decimal('price', 14, 2),
    /** The former price of a changed one. */
    previous_price: nullable(decimal('previous_price', 14, 2)),
    status: text<PropertyStatus>(),
    /** It undid a slip: the price changes from this row up to itself are published to no one. */
    takes_back_id: nullable(integer()),
    changed_by: nullable(reference()),
    changed_at: time(),
  }),

  /** Asking prices in an area for one kind of listing in a quarter; see features/market/compute.ts. */
  MarketFigure: keyedTable('market_figures', {
    area_slug: key(text()),
    type: key(text<PropertyType>()),
    listing_type: key(text<ListingType>()),
    /** '2026-Q4', in Manila. */
    quarter: key(text()),
    area_kind: text<'city' | 'district'>(),
    /** On offer at some time of the quarter. */
    listings: integer(),
    /** Null where there are too few, like the other medians. */
    median_price: nullable(decimal('median_price', 14, 2)),
    median_price_per_sqm: nullable(decimal('median_price_per_sqm', 14, 2)),
    /** Sold or rented in the year until the figures were computed; of the newest quarter alone. */
    closings: integer(),
    median_days: nullable(decimal('median_days', 14, 2)),
    computed_at: time(),
  }),

  /** A map layer of another publisher; each loading makes a new row. */
  MapLayer: table('map_layers', {
    kind: text<'flood'>(),
    name: text(),
    source: text(),
    /** A day, as the operator stated it. */
    source_date: text(),
    /** GeoJSON of the answer. */
    features: text(),
    loaded_at: time(),
  }),

  PropertyView: table('property_views', {
    property_id: reference(),
    /** 'user:7', or a keyed hash of an anonymous visitor's network and the day. */
    viewer_key: text(),
    /** Calendar day in Asia/Manila, yyyy-mm-dd. */
    viewed_on: day(),
    viewed_at: time(),
  }),

  /** Views of a listing on a day, for days whose single views are deleted. */
  PropertyViewDay: keyedTable('property_view_days', {
    property_id: key(reference()),
    viewed_on: key(day()),
    views: integer(),
  }),

  Favorite: table('favorites', {
    user_id: reference(),
    property_id: reference(),
    created_at: time(),
    /** The lowest price published to this user, and since when; null before the first change. */
    told_price: nullable(decimal('told_price', 14, 2)),
    told_at: nullable(time()),
    note: nullable(text()),
    tags: json<string[]>([]),
    /** 1 to 5. */
    rating: nullable(integer()),
  }),

  /** Listings that several people look through together. */
  SharedList: stamped('shared_lists', { name: text() }),

  SharedListMember: table('shared_list_members', {
    list_id: reference(),
    user_id: reference(),
    role: text<ListRole>(),
    joined_at: time(),
  }),

  SharedListItem: table('shared_list_items', {
    list_id: reference(),
    /** Null: the listing was deleted. */
    property_id: nullable(reference()),
    added_by: nullable(reference()),
    created_at: time(),
  }),

  SharedListVote: table('shared_list_votes', {
    item_id: reference(),
    user_id: reference(),
    vote: text<ListVote>(),
    voted_at: time(),
  }),

  SharedListComment: table('shared_list_comments', {
    item_id: reference(),
    user_id: reference(),
    text: text(),
    created_at: time(),
  }),

  /** An invitation link. It is deleted when it is withdrawn; a mailed one works once. */
  SharedListInvitation: table('shared_list_invitations', {
    list_id: reference(),
    token_hash: text(),
    /** Trimmed and lower case; null: for any holder of the link. */
    email: nullable(text()),
    invited_by: nullable(reference()),
    created_at: time(),
    expires_at: time(),
  }),

  SavedSearch: stamped('saved_searches', {
    user_id: reference(),
    name: text(),
    /** The list's own query, without paging. */
    query: text(),
    frequency: text<AlertFrequency>(),
    /** The query's filter by the rule of that version: JSON of a `ListingFilter`, or null. */
    filter: text(),
    filter_version: integer(),
    /** Later matches are new to the owner. */
    seen_at: time(),
    last_sent_at: nullable(time()),
  }),

  /** Keys by which a new listing finds the saved search; none while it is paused. */
  SavedSearchKey: keyedTable('saved_search_keys', {
    key: key(text()),
    search_id: key(reference()),
    min_price: nullable(decimal('min_price', 14, 2)),
    max_price: nullable(decimal('max_price', 14, 2)),
  }),

  /** A match of a saved search: one for each event and occasion. */
  SavedSearchMatch: table('saved_search_matches', {
    search_id: reference(),
    property_id: reference(),
    event: text<SearchEvent>(),
    /** The occasion that distinguishes events of a kind: the new price, the day of the return. */
    occasion: text(),
    price: decimal('price', 14, 2),
    previous_price: nullable(decimal('previous_price', 14, 2)),
    created_at: time(),
    /** Null: not yet notified. */
    told_at: nullable(time()),
    /** Null: not yet mailed, where the owner wants mails. */
    mailed_at: nullable(time()),
  }),

  Review: stamped('reviews', {
    agent_id: reference(),
    /** Null after the reviewer's account is deleted. */
    reviewer_id: nullable(reference()),
    rating: integer(),
    comment: text(),
    /** The reviewer had to do with the agent, see features/reviews/verification.ts. */
    is_verified: flag(false),
    /** Counts the words and stars that it had; `answered_version` are the ones that the answer is given to. */
    version: integer(1),
    answered_version: nullable(integer()),
    /** The agent's, to everyone. */
    answer: nullable(text()),
    answered_at: nullable(time()),
    /** When the reviewer was notified of an answer. */
    answer_told_at: nullable(time()),
  }),

  /** A message to an agent by the contact form, from a visitor with or without an account. */
  Inquiry: stamped('inquiries', {
    /** Null after the agent's account is deleted: the words are still the sender's. */
    agent_id: nullable(reference()),
    user_id: nullable(reference()),
    property_id: nullable(reference()),
    name: text(),
    email: text(),
    phone: nullable(text()),
    property_interest: nullable(text()),
    message: text(),
    status: text<InquiryStatus>('new'),
    reply_message: nullable(text()),
    reply_method: nullable(text<ReplyMethod>()),
    reply_at: nullable(time()),
    /** The time of the first reply; `reply_at` is that of the latest. */
    first_reply_at: nullable(time()),
    reply_delivery: nullable(text<'sent' | 'queued' | 'failed'>()),
    /** The agent gets one mail about several inquiries. */
    awaits_digest: flag(false),
    /** The conversation of its sender with the agent, about the same listing. */
    conversation_id: nullable(reference()),
    language: { ...nullable(text()), defaultValue: null },
    /** The earlier inquiry of the same person that this one goes on with. */
    follows_id: nullable(reference()),
    /** Null: it came by the form. */
    by_mail: nullable(text<InquiryByMail>()),
  }),

  /** An answer to an inquiry by mail, telephone or text message; the inquiry also has the last one in its own columns. */
  InquiryReply: table('inquiry_replies', {
    inquiry_id: reference(),
    author_id: nullable(reference()),
    method: text<ReplyMethod>(),
    message: text(),
    delivery: nullable(text<'sent' | 'queued' | 'failed'>()),
    /** Made by the sending client: a retry has the same id and is stored once. */
    client_id: nullable(text()),
    created_at: time(),
  }),

  /** Between its starter (the 'user' side, who may also be an agent) and an agent. */
  Conversation: stamped('conversations', {
    subject: text(),
    /** A side is null after its account is deleted; the other keeps the conversation. */
    user_id: nullable(reference()),
    agent_id: nullable(reference()),
    property_id: nullable(reference()),
    status: text<ConversationStatus>('active'),
    last_message_at: nullable(time()),
  }),

  Message: table('messages', {
    conversation_id: reference(),
    sender_id: nullable(reference()),
    /** Stored beside sender_id, so that the side is known after the account is deleted. */
    sender_type: text<'user' | 'agent'>(),
    content: text(),
    /** Made by the sending client: a retry has the same id and is stored once. */
    client_id: nullable(text()),
    created_at: time(),
    read_at: nullable(time()),
  }),

  /** A private file of a message, an answer or an inquiry; of none yet: its owner has not sent it. */
  Attachment: table('attachments', {
    /** Null: it came by mail, from a person without an account. */
    owner_id: nullable(reference()),
    message_id: nullable(reference()),
    reply_id: nullable(reference()),
    inquiry_id: nullable(reference()),
    /** Names the encrypted bytes in the picture store, and their row in `media`. */
    hash: shortText(64),
    /** The key that opens them. */
    secret: text(),
    name: text(),
    type: text<Attachment['type']>(),
    /** In bytes, of the file itself. */
    size: integer(),
    created_at: time(),
  }),

  Notification: table('notifications', {
    user_id: reference(),
    type: text<'info' | 'success' | 'warning' | 'error'>(),
    title: text(),
    message: text(),
    action_label: nullable(text()),
    action_url: nullable(text()),
    /** Its sentences, translated for the reader; null: as in title, message and label. */
    words: { ...nullable(json<NoticeWords | null>(null)), defaultValue: null },
    /** Its matter: settled there, it is read. */
    topic: nullable(text<NoticeTopic>()),
    created_at: time(),
    read_at: nullable(time()),
    /** The time of the mail about it, and about earlier ones of its topic. */
    mailed_at: nullable(time()),
  }),

  Viewing: stamped('viewings', {
    /** Null once it is gone, as with either account. */
    property_id: nullable(reference()),
    /** Of a listing that is gone. */
    property_title: nullable(text()),
    property_address: nullable(text()),
    agent_id: nullable(reference()),
    user_id: nullable(reference()),
    /** Of a visitor without an account: the inquiry with their name and address. */
    inquiry_id: nullable(reference()),
    starts_at: time(),
    ends_at: time(),
    status: text<ViewingStatus>('requested'),
    /** Another time for a confirmed viewing: the agreed one stands until the other side accepts. */
    proposed_at: nullable(time()),
    proposed_by: nullable(text<ViewingSide>()),
    /** Rises with every change of time or state (RFC 5545, 3.8.7.4). */
    revision: integer(0),
    end_reason: nullable(text<ViewingEndReason>()),
    /** When the side whose answer was due was reminded, and when the time went by without one. */
    answer_reminder_at: nullable(time()),
    lapsed_at: nullable(time()),
    note: nullable(text()),
    /** When both sides were reminded of the present time, or when that became unnecessary. */
    day_reminder_at: nullable(time()),
    hour_reminder_at: nullable(time()),
    /** The outcome, by the agent. */
    outcome: nullable(text<ViewingOutcome>()),
    outcome_note: nullable(text()),
    outcome_at: nullable(time()),
    outcome_asked_at: nullable(time()),
  }),

  /** The history of a viewing, step by step; rows are only added. */
  ViewingEvent: table('viewing_events', {
    viewing_id: reference(),
    actor_id: nullable(reference()),
    side: nullable(text<ViewingSide>()),
    kind: text<ViewingEventKind>(),
    starts_at: time(),
    reason: nullable(text()),
    created_at: time(),
  }),

  /** Times that an agent offers by a signed link, and the viewing that came of them. */
  SlotOffer: table('slot_offers', {
    agent_id: reference(),
    property_id: nullable(reference()),
    user_id: nullable(reference()),
    inquiry_id: nullable(reference()),
    /** In ISO 8601. */
    slots: json<string[]>([]),
    viewing_id: nullable(reference()),
    created_at: time(),
  }),

  /** An agent's hours for viewings; no rows: not set. */
  AgentAvailability: keyedStamped('agent_availability', {
    agent_id: key(integer()),
    hours: nullable(json<WeekHours | null>(null)),
    buffer_minutes: integer(0),
    notice_hours: integer(0),
  }),

  DaysOff: table('days_off', {
    agent_id: reference(),
    first_day: day(),
    last_day: day(),
    note: nullable(text()),
  }),

  /** An agent's line about one client, see features/clients/rows.ts. */
  Client: stamped('clients', {
    agent_id: reference(),
    /** 'user-7', 'email-ana@mail.example', or an anonymous record: 'inquiry-12', 'conversation-3', 'review-5'. */
    person_key: text(),
    user_id: nullable(reference()),
    kind: text<DeskRow['kind']>(),
    waiting_since: nullable(time()),
    waiting_for: nullable(text<WaitingReason>()),
    awaiting_since: nullable(time()),
    last_at: time(),
    last_kind: text<DeskRow['last']['kind']>(),
    /** The id of the inquiry (also for a reply to it), message, viewing or review. */
    last_id: integer(),
    last_by: text<DeskRow['last']['by']>(),
    next_viewing_at: nullable(time()),
    /** When the above changes by the passing of time. */
    recheck_at: nullable(time()),
    stage: text<ClientStage>('new'),
    /** When the agent set it. */
    stage_at: nullable(time()),
    budget_min: nullable(decimal('budget_min', 14, 2)),
    budget_max: nullable(decimal('budget_max', 14, 2)),
    wishes: nullable(text()),
    next_action: nullable(text()),
    next_action_on: nullable(day()),
    snoozed_until: nullable(time()),
    snoozed_at: nullable(time()),
    /** When a snooze ended, until the agent does something. */
    due_since: nullable(time()),
    done_at: nullable(time()),
    version: integer(0),
    /** The earlier agent, while the client may be handed back. */
    came_from_id: nullable(reference()),
  }),

  ClientNote: stamped('client_notes', {
    client_id: reference(),
    author_id: nullable(reference()),
    /** The author's office at the time of writing, whose other agents may read it; null: the author alone. */
    office_id: nullable(reference()),
    text: text(),
    /** It tells what was agreed in a talk, and this is how they talked. */
    talked_by: nullable(text<TalkWay>()),
  }),

  /** A stage set by an agent, or a hand-over between agents with the stage unchanged. */
  ClientChange: table('client_changes', {
    client_id: reference(),
    /** Null: automatic (a hand-over to a stand-in), or the account is deleted. */
    actor_id: nullable(reference()),
    from_stage: text<ClientStage>(),
    to_stage: text<ClientStage>(),
    created_at: time(),
    kind: text<'stage' | 'assigned'>('stage'),
    from_agent_id: nullable(reference()),
    to_agent_id: nullable(reference()),
    note: nullable(text()),
  }),

  /** A line of `clients` that is out of date; written by triggers. */
  ClientMark: table('client_marks', {
    agent_id: integer(),
    person_key: text(),
  }),

  /** A brokerage. */
  Office: stamped('offices', {
    name: text(),
    /** As stated by its manager. */
    license_number: nullable(text()),
    /** An admin's finding; null while unchecked, or since the number changed. */
    license_expires_on: nullable(day()),
    license_checked_at: nullable(time()),
    license_checked_by: nullable(reference()),
    about: nullable(text()),
    email: nullable(text()),
    phone: nullable(text()),
    /** Whether every member sees the clients of the others, and may take them over. */
    shares_queue: flag(false),
  }),

  /** An agent belongs to at most one office. */
  OfficeMember: keyedTable('office_members', {
    user_id: key(integer()),
    office_id: reference(),
    role: text<OfficeRole>('agent'),
    joined_at: time(),
    /** The last day. */
    away_until: nullable(day()),
    stand_in_id: nullable(reference()),
  }),

  OfficeInvitation: table('office_invitations', {
    office_id: reference(),
    /** Trimmed and lower case; there may be no account of it. */
    email: text(),
    invited_by: nullable(reference()),
    created_at: time(),
    expires_at: time(),
    answered_at: nullable(time()),
    answer: nullable(text<'accepted' | 'declined' | 'withdrawn'>()),
  }),

  SavedReply: stamped('saved_replies', {
    agent_id: reference(),
    title: text(),
    text: text(),
  }),

  /** A user's own settings; fields missing in `settings` have their default. */
  PersonalSettings: keyedStamped('personal_settings', {
    user_id: key(integer()),
    settings: json<Record<string, unknown>>({}),
  }),

  /** The admin's settings of this installation, a row a category. */
  SystemSetting: keyedStamped('system_settings', {
    category: key(text()),
    settings: json<Record<string, unknown>>({}),
  }),

  /** An audited action, by ids alone. Rows are only added, by `recordAudit`; see features/auditLog/chain.ts. */
  AuditEntry: table('audit_entries', {
    /** No reference: entries never change, so the id stays after the account is deleted. */
    actor_id: nullable(integer()),
    action: text(),
    entity_type: text(),
    entity_id: nullable(integer()),
    created_at: time(),
    /** A commitment to each detail of the entry, also of deleted ones. */
    commitments: json<AuditCommitments>({}),
    /** Names the key that `hash` was made with; null: written before there were keys. */
    key_id: nullable(shortText(16)),
    hash: shortText(64),
    previous_hash: shortText(64),
  }),

  /** The details of an entry in words. Rows never change; those about a user are deleted with the account. */
  AuditDetail: keyedTable('audit_details', {
    entry_id: key(reference()),
    field: key(text<AuditField>()),
    /** Hexadecimal: without it no one can guess the content of a commitment. */
    salt: shortText(64),
    /** JSON. */
    value: text(),
  }),

  /** A change made under a client's idempotency key. A guest's has no `user_id`, and is a hash of key and request. */
  IdempotencyKey: table('idempotency_keys', {
    user_id: nullable(reference()),
    key: shortText(64),
    /** SHA-256, hex, of method, path and body: a key belongs to one request. */
    request_hash: text(),
    created_at: time(),
  }),

  /** A user's request of erasure. A completed one keeps only its time. */
  ErasureRequest: table('erasure_requests', {
    user_id: nullable(reference()),
    status: text<ErasureStatus>('open'),
    reason: nullable(text()),
    answer: nullable(text()),
    requested_at: time(),
    /** The account is erased then by itself, unless its owner logs in before; null: an administrator decides. */
    erase_at: nullable(time()),
    decided_at: nullable(time()),
  }),

  /** A report of a listing; one for each user and listing. */
  ListingReport: table('listing_reports', {
    property_id: reference(),
    /** Null after the account is deleted. */
    reporter_id: nullable(reference()),
    reason: text<ReportReason>(),
    details: nullable(text()),
    status: text<ReportStatus>('open'),
    created_at: time(),
    decided_at: nullable(time()),
    decided_by: nullable(reference()),
  }),

  /** The fingerprint of a stored picture; see features/duplicates/fingerprint.ts. */
  PictureFingerprint: keyedTable('picture_fingerprints', {
    media_hash: key(shortText(64)),
    /** 16 hexadecimal digits; null for a picture with too little content. */
    fingerprint: nullable(shortText(16)),
    band_1: nullable(integer()),
    band_2: nullable(integer()),
    band_3: nullable(integer()),
    band_4: nullable(integer()),
  }),

  /** The pictures of the compared listings: their lists of addresses cannot be searched by picture. */
  ListingPicture: keyedTable('listing_pictures', {
    property_id: key(reference()),
    media_hash: key(shortText(64)),
  }),

  /** A listing that was looked at, and as of which change. */
  ComparedListing: keyedTable('compared_listings', {
    property_id: key(reference()),
    listing_updated_at: time(),
  }),

  /** Two listings that are likely one home. */
  DuplicatePair: table('duplicate_pairs', {
    older_id: reference(),
    newer_id: reference(),
    status: text<DuplicateStatus>('open'),
    same_pictures: json<DuplicatePair['same_pictures']>([]),
    same_facts: flag(),
    /** Found by the rule, without a decision of a person. */
    is_by_rule: flag(false),
    found_at: time(),
    decided_at: nullable(time()),
    decided_by: nullable(reference()),
    /** When one of the two agents denied it: from then on only an admin can confirm it. */
    disputed_at: nullable(time()),
    disputed_by: nullable(reference()),
  }),

  /** A possible pattern of fraud of an account or of a listing, for an admin to review; see features/signals/patterns.ts. */
  FraudSignal: table('fraud_signals', {
    kind: text<SignalKind>(),
    user_id: nullable(reference()),
    property_id: nullable(reference()),
    facts: json<SignalFacts>({}),
    status: text<SignalStatus>('open'),
    seen_count: integer(1),
    first_seen_at: time(),
    last_seen_at: time(),
    note: nullable(text()),
    decided_at: nullable(time()),
    decided_by: nullable(reference()),
  }),

  /** An outgoing mail, stored with the change that caused it. A job sends it. */
  OutgoingMail: table('outgoing_mails', {
    recipient: text(),
    /** Where a reply goes, for a person's mail that the site forwards. */
    reply_to: nullable(text()),
    subject: text(),
    text: text(),
    html: text(),
    inquiry_id: nullable(reference()),
    reply_id: nullable(reference()),
    /** One click there ends the mails of its kind (RFC 8058). */
    unsubscribe_url: nullable(text()),
    status: text<'queued' | 'sent' | 'failed'>('queued'),
    created_at: time(),
    sent_at: nullable(time()),
  }),

  /** A received mail that was stored as a message or an inquiry. A second one with the same key is ignored. */
  IncomingMail: table('incoming_mails', {
    /** A digest of its Message-ID and of the address that it was sent to. */
    key: text(),
    outcome: text<'placed' | 'inquiry'>(),
    /** The results of the sender's check by the receiving mail server (RFC 8601). */
    authentication: nullable(text()),
    message_id: nullable(reference()),
    inquiry_id: nullable(reference()),
    created_at: time(),
  }),

  /** A person named or quoted by a notice or a mail to another one: an account, or an inquiry of a person without one. */
  Mention: table('mentions', {
    user_id: nullable(reference()),
    inquiry_id: nullable(reference()),
    notification_id: nullable(reference()),
    mail_id: nullable(reference()),
  }),

  /** Work that is still to be done; see jobs/queue.ts. */
  Job: table('jobs', {
    kind: text(),
    payload: json<Record<string, unknown>>({}),
    /** 0 is the most urgent. */
    priority: integer(),
    /** Unique key of work that exists once; null for other work. */
    key: nullable(text()),
    status: text<JobStatus>('waiting'),
    attempts: integer(0),
    /** When it is due; while it is claimed, the end of the lease. */
    next_attempt_at: time(),
    /** The process with the lease. */
    claimed_by: nullable(text()),
    last_error: nullable(text()),
    created_at: time(),
    updated_at: time(),
  }),

  BackupRun: table('backup_runs', {
    started_at: time(),
    ended_at: time(),
    /** Null when there is none. */
    file_name: nullable(text()),
    /** Why there is none. */
    error: nullable(text()),
  }),

  BackupCopy: keyedTable('backup_copies', {
    file_name: key(shortText(120)),
    /** That failed since the last success. */
    attempts: integer(),
    attempted_at: time(),
    copied_at: nullable(time()),
    error: nullable(text()),
    /** An admin deleted the backup: its copy is removed, too. */
    is_deleted: flag(false),
  }),

  BackupDrill: table('backup_drills', {
    file_name: text(),
    started_at: time(),
    ended_at: time(),
    outcome: text<RestoreDrill['outcome']>(),
    message: text(),
  }),

  /** A stored picture, named by the SHA-256 of its bytes as stored (WebP). */
  Media: keyedTable('media', {
    hash: key(shortText(64)),
    width: integer(),
    height: integer(),
    bytes: integer(),
    uploaded_by: nullable(reference()),
    /** When it was last uploaded or used; see media/cleanup.ts. */
    created_at: time(),
    /** Since when its files are being deleted; it counts as deleted. See media/cleanup.ts. */
    removed_at: nullable(time()),
  }),
};

export const propertyColumns: readonly string[] = Object.keys(tables.Property.columns);

type Tables = typeof tables;
type ModelOf<Name extends keyof Tables> = Row<Tables[Name]['columns']>;

export type UserModel = ModelOf<'User'> & { agentProfile?: AgentProfileModel | null };
export type PropertyModel = ModelOf<'Property'> & { agent?: UserModel | null };
export type ViewingModel = ModelOf<'Viewing'> & { property?: PropertyModel | null };
export type AgentProfileModel = ModelOf<'AgentProfile'>;
export type ReviewModel = ModelOf<'Review'>;
export type ListingReportModel = ModelOf<'ListingReport'>;
export type InquiryModel = ModelOf<'Inquiry'>;
export type InquiryReplyModel = ModelOf<'InquiryReply'>;
export type NotificationModel = ModelOf<'Notification'>;
export type DuplicatePairModel = ModelOf<'DuplicatePair'>;
export type ConversationModel = ModelOf<'Conversation'>;
export type AttachmentModel = ModelOf<'Attachment'>;
export type MessageModel = ModelOf<'Message'>;
export type PasskeyModel = ModelOf<'Passkey'>;
export type SignInChallengeModel = ModelOf<'SignInChallenge'>;
export type ClientChangeModel = ModelOf<'ClientChange'>;
export type ClientModel = ModelOf<'Client'>;
export type OfficeModel = ModelOf<'Office'>;
export type OfficeMemberModel = ModelOf<'OfficeMember'>;
export type SavedReplyModel = ModelOf<'SavedReply'>;
export type ViewingEventModel = ModelOf<'ViewingEvent'>;
export type SlotOfferModel = ModelOf<'SlotOffer'>;
export type DaysOffModel = ModelOf<'DaysOff'>;
export type BuildingModel = ModelOf<'Building'>;
export type MapLayerModel = ModelOf<'MapLayer'>;
export type PropertyEventModel = ModelOf<'PropertyEvent'>;
export type MarketFigureModel = ModelOf<'MarketFigure'>;
export type PropertyViewModel = ModelOf<'PropertyView'>;
export type OutgoingMailModel = ModelOf<'OutgoingMail'>;
export type JobModel = ModelOf<'Job'>;
export type SessionModel = ModelOf<'Session'>;
export type ApiTokenModel = ModelOf<'ApiToken'>;
export type ContactVerificationModel = ModelOf<'ContactVerification'>;
export type LoginFailureModel = ModelOf<'LoginFailure'>;
export type FavoriteModel = ModelOf<'Favorite'>;
export type PushSubscriptionModel = ModelOf<'PushSubscription'>;
export type WebhookModel = ModelOf<'Webhook'>;
export type WebhookDeliveryModel = ModelOf<'WebhookDelivery'>;
export type SharedListModel = ModelOf<'SharedList'>;
export type SharedListMemberModel = ModelOf<'SharedListMember'>;
export type SharedListInvitationModel = ModelOf<'SharedListInvitation'>;
export type SavedSearchModel = ModelOf<'SavedSearch'>;
export type SavedSearchMatchModel = ModelOf<'SavedSearchMatch'>;
export type FraudSignalModel = ModelOf<'FraudSignal'>;
export type ErasureRequestModel = ModelOf<'ErasureRequest'>;
export type AuditEntryModel = ModelOf<'AuditEntry'>;
export type BackupDrillModel = ModelOf<'BackupDrill'>;
export type BackupRunModel = ModelOf<'BackupRun'>;
export type BackupCopyModel = ModelOf<'BackupCopy'>;

interface Associated {
  User: UserModel;
  Property: PropertyModel;
  Viewing: ViewingModel;
  ViewingEvent: ViewingEventModel;
  SlotOffer: SlotOfferModel;
}

export type Models = {
  [Name in keyof Tables]: ModelStatic<Name extends keyof Associated ? Associated[Name] : ModelOf<Name>>;
};

/** All models of one connection, with every association. Models of two connections never share a class. */
export function defineModels(sequelize: Sequelize): Models {
  const models = Object.fromEntries(
    Object.entries(tables).map(([model, { name, columns, isStamped }]) => {
      const stamps = isStamped ? { createdAt: 'created_at', updatedAt: 'updated_at' } : { timestamps: false };
      return [
        model,
        sequelize.define(model, { ...(columns as Columns) }, { ...stamps, underscored: true, tableName: name }),
      ];
    }),
  ) as unknown as Models;
  const { User, AgentProfile, Session, Property, Favorite, Review, Inquiry, Conversation, Message, Viewing } =
    models;

  User.hasOne(AgentProfile, { as: 'agentProfile', foreignKey: 'user_id' });
  AgentProfile.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Session.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Property.belongsTo(User, { as: 'agent', foreignKey: 'agent_id' });
  Favorite.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Review.belongsTo(User, { as: 'reviewer', foreignKey: 'reviewer_id' });
  Inquiry.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Conversation.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Conversation.belongsTo(User, { as: 'agent', foreignKey: 'agent_id' });
  Conversation.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Message.belongsTo(Conversation, { as: 'conversation', foreignKey: 'conversation_id' });
  Viewing.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Viewing.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Viewing.belongsTo(User, { as: 'agent', foreignKey: 'agent_id' });
  return models;
}
