import type { ModelStatic, Sequelize } from 'sequelize';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { RestoreDrill } from '#shared/contracts/backups.ts';
import type { BuildingPermission } from '#shared/contracts/buildings.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import type { ClientStage, DeskRow, WaitingReason } from '#shared/contracts/desk.ts';
import type { DuplicatePair, DuplicateStatus } from '#shared/contracts/duplicates.ts';
import type { InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import type { JobStatus } from '#shared/contracts/jobs.ts';
import type { ListRole, ListVote } from '#shared/contracts/lists.ts';
import type { OfficeRole } from '#shared/contracts/offices.ts';
import type { ErasureStatus } from '#shared/contracts/privacy.ts';
import type { ReportReason, ReportStatus } from '#shared/contracts/reports.ts';
import type { AlertFrequency, SearchEvent } from '#shared/contracts/savedSearches.ts';
import type { SignalFacts, SignalKind, SignalStatus } from '#shared/contracts/signals.ts';
import type { ViewingOutcome, ViewingStatus } from '#shared/contracts/viewings.ts';
import type { WeekHours } from '#shared/freeTimes.ts';
import type {
  Completion,
  ListingType,
  ModerationStatus,
  PropertyStatus,
  PropertyType,
} from '#shared/listing/vocabulary.ts';
import type { DeliveredEvent, DeliveryStatus, WebhookEvent } from '#shared/webhooks.ts';
import type { NoticeWords } from '../languages.ts';
import {
  type Columns,
  day,
  decimal,
  double,
  flag,
  id,
  integer,
  json,
  key,
  nullable,
  type Row,
  reference,
  shortText,
  text,
  time,
  withDefault,
} from './columns.ts';

export type ApplicationStatus = 'pending' | 'approved' | 'rejected';

/** What an entry of the audit log says beside its ids. */
export type AuditField = 'actor_name' | 'before' | 'after' | 'reason' | 'address' | 'chain';
/** HMAC-SHA-256 of a detail under its salt, hex. */
export type AuditCommitments = { [Field in AuditField]?: string };

interface Table<Own extends Columns> {
  name: string;
  columns: Own;
  /** Whether Sequelize keeps `created_at` and `updated_at`. */
  isStamped: boolean;
}

const table = <Own extends Columns>(name: string, columns: Own): Table<Own> => ({
  name,
  columns,
  isStamped: false,
});

/** Filled in by Sequelize. */
const stamps = { created_at: withDefault(time()), updated_at: withDefault(time()) };
const stamped = <Own extends Columns>(name: string, columns: Own): Table<Own & typeof stamps> => ({
  name,
  columns: { ...columns, ...stamps },
  isStamped: true,
});

/** Every table with its columns: snake_case, the names that the wire uses too. */
const tables = {
  User: stamped('users', {
    id: id(),
    name: text(),
    /** Trimmed and lower case. */
    email: text(),
    /** An agent's own, which the public sees instead of `email`. */
    contact_email: nullable(text()),
    password_hash: text(),
    phone: nullable(text()),
    role: text<Role>('user'),
    /** Of administrators, and of nobody else. */
    admin_role: { ...nullable(text<AdminRole>()), defaultValue: null },
    status: text<UserStatus>('active'),
    avatar_url: nullable(text()),
    /** Since when it is known that the owner reads the mail of this address; null: they say so. */
    email_verified_at: nullable(time()),
    /** The same of the number. */
    phone_verified_at: nullable(time()),
    /** The address that takes the place of `email` once it is confirmed. */
    pending_email: nullable(text()),
    /** The code of the chosen language; null: none was chosen. */
    language: { ...nullable(text()), defaultValue: null },
  }),

  /** A mailed link, or digits that were sent, by which a person confirms an address or a number, or refuses a change. */
  ContactVerification: table('contact_verifications', {
    id: id(),
    user_id: reference(),
    kind: text<'email' | 'new_email' | 'email_refusal' | 'phone'>(),
    /** The address or the number (with its country) it is about; of a refusal, the address that comes back. */
    value: text(),
    token_hash: text(),
    code_hash: nullable(text()),
    /** How often digits were tried. */
    tries: integer(0),
    /** Whether the person asked for it, which is limited; otherwise it came with the account. */
    is_asked_for: flag(),
    expires_at: time(),
    used_at: nullable(time()),
    created_at: time(),
  }),

  Session: table('sessions', {
    id: id(),
    user_id: reference(),
    /** SHA-256 of the token, hex: a copy of the table opens nothing. */
    token_hash: text(),
    remember: flag(false),
    address: nullable(text()),
    user_agent: nullable(text()),
    created_at: time(),
    last_used_at: time(),
    /** When its owner last proved who they are, after having signed in. */
    confirmed_at: nullable(time()),
    /** How far PostgreSQL's log was after its last change, where there are replicas; see replicas.ts. */
    wal_position: nullable(text()),
  }),

  /** With which a program makes calls for an agent, without the agent's session. */
  ApiToken: table('api_tokens', {
    id: id(),
    user_id: reference(),
    name: text(),
    /** SHA-256 of the token, hex: a copy of the table opens nothing. */
    token_hash: shortText(64),
    /** Its last four characters. */
    ending: text(),
    /** With spaces between them (RFC 6749, section 3.3). */
    scopes: text(),
    created_at: time(),
    expires_at: nullable(time()),
    last_used_at: nullable(time()),
    last_used_address: nullable(text()),
  }),

  /** A browser that shows its owner's notices also while the site is closed. It ends with the session that it belongs to. */
  PushSubscription: table('push_subscriptions', {
    id: id(),
    user_id: reference(),
    session_id: reference(),
    /** The address of the browser's push service at which it is written to. */
    endpoint: text(),
    /** What is encrypted for it: its public key and a shared secret, both base64url. */
    p256dh: text(),
    auth: text(),
    device_name: text(),
    created_at: time(),
    /** When a message was last taken; null: none was yet. */
    last_ok_at: nullable(time()),
    /** Since when none was taken; null: the last one was. */
    failing_since: nullable(time()),
  }),

  /** An address of another program that is told of its agent's inquiries, viewings and listings. */
  Webhook: table('webhooks', {
    id: id(),
    user_id: reference(),
    /** Which its owner manages, and all of whose members it tells of; null: of its owner alone. */
    office_id: nullable(reference()),
    url: text(),
    events: json<WebhookEvent[]>([]),
    is_active: flag(true),
    /** What is sent is signed with it: it is needed as it is. */
    secret: text(),
    /** The one before, which signs too for a while. */
    previous_secret: nullable(text()),
    previous_secret_until: nullable(time()),
    /** Attempts in a row that were not taken. */
    failures: integer(0),
    failing_since: nullable(time()),
    /** When it was switched off for that. */
    paused_at: nullable(time()),
    /** When the job that sends its next delivery is due; null: nothing waits. */
    queued_for: nullable(time()),
    /** The job that is at it. */
    sending_job: nullable(integer()),
    /** Until when a receiver that takes nothing is left alone. */
    held_until: nullable(time()),
    created_at: time(),
    updated_at: time(),
  }),

  /** What a webhook was or is to be told. The words are made when it is sent, and not kept. */
  WebhookDelivery: table('webhook_deliveries', {
    id: id(),
    webhook_id: reference(),
    /** What the receiver knows it by, the same at each attempt. */
    delivery_key: text(),
    event: text<DeliveredEvent>(),
    /** The inquiry, viewing or listing. */
    subject_id: nullable(integer()),
    /** What could not be read any more when it is sent: the price or the status before. */
    details: json<Record<string, string | number>>({}),
    status: text<DeliveryStatus>('waiting'),
    attempts: integer(0),
    http_status: nullable(integer()),
    duration_ms: nullable(integer()),
    /** The first characters of what the receiver answered. */
    answer: nullable(text()),
    error: nullable(text()),
    created_at: time(),
    attempted_at: nullable(time()),
    next_attempt_at: nullable(time()),
  }),

  /** An authenticator app: what it makes its codes from. One for each account. */
  TotpFactor: table('totp_factors', {
    user_id: key(integer()),
    /** Base32. */
    secret: text(),
    /** The time step (30 s since 1970) of the last code that was taken: none up to it is good again. */
    last_step: integer(0),
    created_at: time(),
    /** Since when it is in force; null while its owner sets it up. */
    confirmed_at: nullable(time()),
  }),

  RecoveryCode: table('recovery_codes', {
    id: id(),
    user_id: reference(),
    code_hash: shortText(64),
    created_at: time(),
    used_at: nullable(time()),
  }),

  /** What an account was signed in from before. */
  KnownDevice: table('known_devices', {
    id: id(),
    user_id: reference(),
    /** See features/auth/signIn.ts. */
    device_hash: shortText(64),
    first_used_at: time(),
    last_used_at: time(),
    /** When the owner was mailed that it is new; null where that was not needed. */
    told_at: nullable(time()),
  }),

  LoginFailure: table('login_failures', {
    /** Account and address, hashed: the table names no one. */
    key: key(shortText(64)),
    failures: integer(),
    locked_until: nullable(time()),
    updated_at: time(),
  }),

  /** See http/budgetLimiter.ts. */
  ActionBudget: table('action_budgets', {
    /** Hashed: the table names no one. */
    key: key(shortText(64)),
    points: integer(),
    expires_at: time(),
  }),

  /** What all processes sign with; made by the first that needs it. */
  ServerSecret: table('server_secrets', {
    name: key(shortText(64)),
    value: text(),
  }),

  PasswordReset: table('password_resets', {
    id: id(),
    user_id: reference(),
    token_hash: text(),
    expires_at: time(),
    used_at: nullable(time()),
    created_at: time(),
  }),

  /** A key pair on somebody's device (WebAuthn), whose public half stands here. */
  Passkey: table('passkeys', {
    id: id(),
    user_id: reference(),
    /** Both in base64url. */
    credential_id: text(),
    public_key: text(),
    /** How often the device says it was used; some never count. */
    counter: integer(0),
    transports: json<string[]>([]),
    /** What its owner calls it. */
    name: text(),
    created_at: time(),
    last_used_at: nullable(time()),
  }),

  /** Who somebody is at an OpenID Connect provider. */
  ProviderIdentity: table('provider_identities', {
    id: id(),
    user_id: reference(),
    issuer: text(),
    subject: text(),
    created_at: time(),
    last_used_at: time(),
  }),

  /** What the first of two calls has begun; see features/auth/challenges.ts. */
  SignInChallenge: table('sign_in_challenges', {
    id: id(),
    kind: text<'passkeyCreation' | 'passkeySignIn' | 'passkeyConfirmation' | 'providerSignIn'>(),
    secret_hash: shortText(64),
    user_id: nullable(reference()),
    session_id: nullable(reference()),
    facts: json<Record<string, string>>({}),
    created_at: time(),
    expires_at: time(),
  }),

  /** What makes a user an agent, or an applicant. The key is the user's own id: an agent's id is the user id. */
  AgentProfile: stamped('agent_profiles', {
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
    license_number: nullable(text()),
    /** Last day on which the licence is good, '2026-01-31'. Null, as who checked it and when, while nobody has. */
    license_expires_on: nullable(day()),
    license_checked_at: nullable(time()),
    license_checked_by: nullable(reference()),
    /** When the last warning about the end of this licence was written. */
    license_warned_at: nullable(time()),
    /** Since when the agent is unlisted for it. */
    license_lapsed_at: nullable(time()),
    /** An admin's own, beside the last check. */
    license_note: nullable(text()),
    /** Mean of the reviews, recomputed with each of them; 0 while there is none. */
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
    id: id(),
    agent_id: nullable(reference()),
    /** The number under which its office keeps it: unique among its agent's. */
    reference: nullable(text()),
    title: text(),
    description: text(),
    type: text<PropertyType>(),
    listing_type: text<ListingType>(),
    status: text<PropertyStatus>('available'),
    moderation_status: text<ModerationStatus>('active'),
    /** What the agent is told of why it is hidden; null while it is shown. */
    moderation_reason: nullable(text()),
    /** Why it is not public: an admin's decision, or only that its agent is away or gone; null while it is shown. */
    hidden_by: nullable(text<'admin' | 'agent_away' | 'agent_deleted'>()),
    /** Pesos; per month for rent and lease. */
    price: decimal('price', 14, 2),
    address: text(),
    city: text(),
    province: text(),
    /** Where the address lies, as shared/places.ts reads it; kept so that a location filter is an index look-up. */
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
    /** Null: the agent does not say. */
    completion: nullable(text<Completion>()),
    /** The year it was or will be finished in. */
    year_built: nullable(integer()),
    building_id: nullable(reference()),
    /** Cover first. */
    images: json<string[]>([]),
    /** What they show, by their addresses; those the agent said nothing of are left out. */
    image_descriptions: json<Record<string, string>>({}),
    /** The addresses an imported file gave for them: given again, they are no change. */
    feed_images: { ...nullable(json<string[]>([])), defaultValue: null },
    floor_plans: json<string[]>([]),
    video_url: nullable(text()),
    /** Whether there is one, derived from the two above: what the list filters by, in an index. */
    has_video: flag(false),
    has_plan: flag(false),
    features: json<string[]>([]),
    /** Whether one of the features says so; derived from them with the words. */
    allows_pets: flag(false),
    /** Folded words of everything a search looks at, each once; see features/properties/list/searchText.ts. */
    search_text: text(),
    /** Of the rule by which the words and places were derived; 0: it is not known. */
    search_version: integer(0),
    view_count: integer(0),
    /** When its agent last said that it is still available. */
    confirmed_at: nullable(time()),
    /** The last change of price or status, or confirmation; null: none since it was listed. */
    fresh_at: nullable(time()),
  }),

  /** A building or a project; a row that was merged into another one is a further name of that one. */
  Building: stamped('buildings', {
    id: id(),
    name: text(),
    /** By which two are one, with the city; see features/properties/buildings.ts. */
    folded_name: text(),
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
    id: id(),
    property_id: reference(),
    from_status: nullable(text<PropertyStatus>()),
    to_status: text<PropertyStatus>(),
    /** Asking price at that moment. */
    price: decimal('price', 14, 2),
    changed_by: nullable(reference()),
    changed_at: time(),
  }),

  /** What else a listing's history tells. Rows are added and never changed. */
  PropertyEvent: table('property_events', {
    id: id(),
    property_id: reference(),
    kind: text<'price' | 'confirmed'>(),
    price: decimal('price', 14, 2),
    /** Of a changed price. */
    previous_price: nullable(decimal('previous_price', 14, 2)),
    status: text<PropertyStatus>(),
    /** It undid a slip: the changes of price from this row on up to itself are told to nobody. */
    takes_back_id: nullable(integer()),
    changed_by: nullable(reference()),
    changed_at: time(),
  }),

  /** What is asked in an area for one kind of listing in a quarter; see features/market/compute.ts. */
  MarketFigure: table('market_figures', {
    area_slug: key(text()),
    type: key(text<PropertyType>()),
    listing_type: key(text<ListingType>()),
    /** '2026-Q4', in Manila. */
    quarter: key(text()),
    area_kind: text<'city' | 'district'>(),
    /** On offer at some time of the quarter. */
    listings: integer(),
    /** Null where they are too few, as are the other medians. */
    median_price: nullable(decimal('median_price', 14, 2)),
    median_price_per_sqm: nullable(decimal('median_price_per_sqm', 14, 2)),
    /** Sold or rented in the year until the figures were computed; of the newest quarter alone. */
    closings: integer(),
    median_days: nullable(decimal('median_days', 14, 2)),
    computed_at: time(),
  }),

  /** A map of somebody else's that is laid over ours; each loading makes a new row. */
  MapLayer: table('map_layers', {
    id: id(),
    kind: text<'flood'>(),
    name: text(),
    source: text(),
    /** A day, as the operator told it. */
    source_date: text(),
    /** GeoJSON, as it is answered. */
    features: text(),
    loaded_at: time(),
  }),

  PropertyView: table('property_views', {
    id: id(),
    property_id: reference(),
    /** 'user:7', or a keyed hash of an anonymous visitor's network and the day. */
    viewer_key: text(),
    /** Calendar day in Asia/Manila, yyyy-mm-dd. */
    viewed_on: day(),
    viewed_at: time(),
  }),

  /** How often a listing was seen on a day; of days whose views are deleted. */
  PropertyViewDay: table('property_view_days', {
    property_id: key(reference()),
    viewed_on: key(day()),
    views: integer(),
  }),

  Favorite: table('favorites', {
    id: id(),
    user_id: reference(),
    property_id: reference(),
    created_at: time(),
    /** The lowest price this person knows of, and since when; null until they were told of a change. */
    told_price: nullable(decimal('told_price', 14, 2)),
    told_at: nullable(time()),
    /** The person's own words, for nobody else's eyes. */
    note: nullable(text()),
    tags: json<string[]>([]),
    /** 1 to 5. */
    rating: nullable(integer()),
  }),

  /** Listings that several people look through together. */
  SharedList: stamped('shared_lists', { id: id(), name: text() }),

  SharedListMember: table('shared_list_members', {
    id: id(),
    list_id: reference(),
    user_id: reference(),
    role: text<ListRole>(),
    joined_at: time(),
  }),

  SharedListItem: table('shared_list_items', {
    id: id(),
    list_id: reference(),
    /** Null: the listing was deleted. */
    property_id: nullable(reference()),
    added_by: nullable(reference()),
    created_at: time(),
  }),

  SharedListVote: table('shared_list_votes', {
    id: id(),
    item_id: reference(),
    user_id: reference(),
    vote: text<ListVote>(),
    voted_at: time(),
  }),

  SharedListComment: table('shared_list_comments', {
    id: id(),
    item_id: reference(),
    user_id: reference(),
    text: text(),
    created_at: time(),
  }),

  /** A link by which people join. It is deleted when it is withdrawn; one that was mailed is good once. */
  SharedListInvitation: table('shared_list_invitations', {
    id: id(),
    list_id: reference(),
    token_hash: text(),
    /** Trimmed and lower case; null: whoever has the link. */
    email: nullable(text()),
    invited_by: nullable(reference()),
    created_at: time(),
    expires_at: time(),
  }),

  /** A list that somebody keeps under a name. */
  SavedSearch: stamped('saved_searches', {
    id: id(),
    user_id: reference(),
    name: text(),
    /** As the list's own address has it, without what only turns its pages. */
    query: text(),
    frequency: text<AlertFrequency>(),
    /** What the query asks for, as the rule of that version reads it: JSON of a `ListingFilter`, or null. */
    filter: text(),
    filter_version: integer(),
    /** What came later than this is new to its owner. */
    seen_at: time(),
    last_sent_at: nullable(time()),
  }),

  /** Under what a saved search is looked up when a listing comes; none while it is paused. */
  SavedSearchKey: table('saved_search_keys', {
    key: key(text()),
    search_id: key(reference()),
    min_price: nullable(decimal('min_price', 14, 2)),
    max_price: nullable(decimal('max_price', 14, 2)),
  }),

  /** A listing that came to a saved search: once for each event and its occasion. */
  SavedSearchMatch: table('saved_search_matches', {
    id: id(),
    search_id: reference(),
    property_id: reference(),
    event: text<SearchEvent>(),
    /** What tells two events of a kind apart: the price it fell to, the day it came back. */
    occasion: text(),
    price: decimal('price', 14, 2),
    previous_price: nullable(decimal('previous_price', 14, 2)),
    created_at: time(),
    /** Null: it is still to be told. */
    told_at: nullable(time()),
    /** Null: it is still to be mailed, where its owner wants mails. */
    mailed_at: nullable(time()),
  }),

  Review: stamped('reviews', {
    id: id(),
    agent_id: reference(),
    /** Null once the reviewer's account is gone. */
    reviewer_id: nullable(reference()),
    rating: integer(),
    comment: text(),
    /** The reviewer had to do with the agent, see features/reviews/verification.ts. */
    is_verified: flag(false),
    /** The agent's, to everyone. */
    answer: nullable(text()),
    answered_at: nullable(time()),
    /** When the reviewer was told of an answer. */
    answer_told_at: nullable(time()),
  }),

  /** A message left for an agent through the contact form, by a visitor who may have no account. */
  Inquiry: stamped('inquiries', {
    id: id(),
    /** Null once the agent's account is gone: the words are still the sender's. */
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
    /** Of the first reply; `reply_at` is that of the latest. */
    first_reply_at: nullable(time()),
    reply_delivery: nullable(text<'sent' | 'queued' | 'failed'>()),
    /** The agent's mail about it comes with that about others. */
    awaits_digest: flag(false),
    /** Of its sender with the agent, about the same listing. */
    conversation_id: nullable(reference()),
    /** In which a sender without an account asked. */
    language: { ...nullable(text()), defaultValue: null },
  }),

  /** An answer to an inquiry by mail, telephone or text message; the inquiry has the last one in columns of its own too. */
  InquiryReply: table('inquiry_replies', {
    id: id(),
    inquiry_id: reference(),
    author_id: nullable(reference()),
    method: text<ReplyMethod>(),
    message: text(),
    delivery: nullable(text<'sent' | 'queued' | 'failed'>()),
    /** Made by the sending client: a retry carries the same one and is stored once. */
    client_id: nullable(text()),
    created_at: time(),
  }),

  /** Between its starter (the 'user' side, who may be an agent too) and an agent. */
  Conversation: stamped('conversations', {
    id: id(),
    subject: text(),
    /** Either side is null once that account is gone; the other keeps the conversation. */
    user_id: nullable(reference()),
    agent_id: nullable(reference()),
    property_id: nullable(reference()),
    status: text<ConversationStatus>('active'),
    last_message_at: nullable(time()),
  }),

  Message: table('messages', {
    id: id(),
    conversation_id: reference(),
    sender_id: nullable(reference()),
    /** Kept beside sender_id, so that the side stays known after the account is gone. */
    sender_type: text<'user' | 'agent'>(),
    content: text(),
    /** Made by the sending client: a retry carries the same one and is stored once. */
    client_id: nullable(text()),
    created_at: time(),
    read_at: nullable(time()),
  }),

  Notification: table('notifications', {
    id: id(),
    user_id: reference(),
    type: text<'info' | 'success' | 'warning' | 'error'>(),
    title: text(),
    message: text(),
    action_label: nullable(text()),
    action_url: nullable(text()),
    /** What it says, to be said in its reader's language; null: as title, message and label have it. */
    words: { ...nullable(json<NoticeWords | null>(null)), defaultValue: null },
    created_at: time(),
    read_at: nullable(time()),
  }),

  Viewing: stamped('viewings', {
    id: id(),
    property_id: reference(),
    agent_id: reference(),
    user_id: reference(),
    starts_at: time(),
    ends_at: time(),
    status: text<ViewingStatus>('requested'),
    note: nullable(text()),
    /** When both sides were reminded of it as it is now, or when that was not needed any more. */
    day_reminder_at: nullable(time()),
    hour_reminder_at: nullable(time()),
    /** What came of it, as its agent says afterwards. */
    outcome: nullable(text<ViewingOutcome>()),
    outcome_note: nullable(text()),
    outcome_at: nullable(time()),
    /** When the agent was asked. */
    outcome_asked_at: nullable(time()),
  }),

  /** When an agent shows homes; none for who set nothing. */
  AgentAvailability: stamped('agent_availability', {
    agent_id: key(integer()),
    hours: nullable(json<WeekHours | null>(null)),
    buffer_minutes: integer(0),
    notice_hours: integer(0),
  }),

  DaysOff: table('days_off', {
    id: id(),
    agent_id: reference(),
    first_day: day(),
    last_day: day(),
    note: nullable(text()),
  }),

  /** An agent's line about one person, see features/clients/rows.ts. */
  Client: stamped('clients', {
    id: id(),
    agent_id: reference(),
    /** 'user-7', 'email-ana@mail.example', or a record that tells of nobody: 'inquiry-12', 'conversation-3', 'review-5'. */
    person_key: text(),
    user_id: nullable(reference()),
    kind: text<DeskRow['kind']>(),
    waiting_since: nullable(time()),
    waiting_for: nullable(text<WaitingReason>()),
    awaiting_since: nullable(time()),
    last_at: time(),
    last_kind: text<DeskRow['last']['kind']>(),
    /** Of the inquiry (also of a reply to it), message, viewing or review. */
    last_id: integer(),
    last_by: text<DeskRow['last']['by']>(),
    next_viewing_at: nullable(time()),
    /** When the above changes without anybody doing something. */
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
    /** Whose client it was before it was handed over, while that one may be given it back. */
    came_from_id: nullable(reference()),
  }),

  ClientNote: stamped('client_notes', {
    id: id(),
    client_id: reference(),
    author_id: nullable(reference()),
    /** The office that its author was in when it was written, whose other agents may read it; null: the author alone. */
    office_id: nullable(reference()),
    text: text(),
  }),

  /** A stage that an agent set, or who handed the client to whom; then the stage is what it was. */
  ClientChange: table('client_changes', {
    id: id(),
    client_id: reference(),
    /** Null: nobody, as a client is handed to a stand-in by itself; or whose account is gone. */
    actor_id: nullable(reference()),
    from_stage: text<ClientStage>(),
    to_stage: text<ClientStage>(),
    created_at: time(),
    kind: text<'stage' | 'assigned'>('stage'),
    from_agent_id: nullable(reference()),
    to_agent_id: nullable(reference()),
    note: nullable(text()),
  }),

  /** A line of `clients` that is out of date; triggers write them. */
  ClientMark: table('client_marks', {
    id: id(),
    agent_id: integer(),
    person_key: text(),
  }),

  /** A brokerage. */
  Office: stamped('offices', {
    id: id(),
    name: text(),
    /** As its manager states it. */
    license_number: nullable(text()),
    /** As an admin found it; null while nobody has looked, or since the number is another one. */
    license_expires_on: nullable(day()),
    license_checked_at: nullable(time()),
    license_checked_by: nullable(reference()),
    about: nullable(text()),
    email: nullable(text()),
    phone: nullable(text()),
    /** Whether every member sees the clients of the others, and may take one over. */
    shares_queue: flag(false),
  }),

  /** An agent is in one office at most. */
  OfficeMember: table('office_members', {
    user_id: key(integer()),
    office_id: reference(),
    role: text<OfficeRole>('agent'),
    joined_at: time(),
    /** The last day of it. */
    away_until: nullable(day()),
    stand_in_id: nullable(reference()),
  }),

  OfficeInvitation: table('office_invitations', {
    id: id(),
    office_id: reference(),
    /** Trimmed and lower case; whether somebody has it is not known. */
    email: text(),
    invited_by: nullable(reference()),
    created_at: time(),
    expires_at: time(),
    answered_at: nullable(time()),
    answer: nullable(text<'accepted' | 'declined' | 'withdrawn'>()),
  }),

  SavedReply: stamped('saved_replies', {
    id: id(),
    agent_id: reference(),
    title: text(),
    text: text(),
  }),

  /** A person's own settings; what is missing from `settings` is at its default. */
  PersonalSettings: stamped('personal_settings', {
    user_id: key(integer()),
    settings: json<Record<string, unknown>>({}),
  }),

  /** The admin's settings of this installation, a row a category. */
  SystemSetting: stamped('system_settings', {
    category: key(text()),
    settings: json<Record<string, unknown>>({}),
  }),

  /** Who did what to what, by ids alone. Rows are only ever added, by `recordAudit` alone; see features/auditLog/chain.ts. */
  AuditEntry: table('audit_entries', {
    id: id(),
    /** No reference: entries never change, so the id stays when the account goes. */
    actor_id: nullable(integer()),
    action: text(),
    entity_type: text(),
    entity_id: nullable(integer()),
    created_at: time(),
    /** Of each detail it was written with, whether that is still there or not. */
    commitments: json<AuditCommitments>({}),
    /** Names the key that `hash` was made with; null: written before there were keys. */
    key_id: nullable(shortText(16)),
    hash: shortText(64),
    previous_hash: shortText(64),
  }),

  /** What an entry of the audit log says in words. Rows never change; those about a person go with the account. */
  AuditDetail: table('audit_details', {
    entry_id: key(reference()),
    field: key(text<AuditField>()),
    /** Hexadecimal: without it nobody can try out what a commitment was made of. */
    salt: shortText(64),
    /** JSON. */
    value: text(),
  }),

  /** A change that a client asked for under a key of its own, and that was made. */
  IdempotencyKey: table('idempotency_keys', {
    user_id: key(integer()),
    key: key(shortText(64)),
    /** SHA-256, hex, of method, path and body: a key belongs to one request. */
    request_hash: text(),
    created_at: time(),
  }),

  /** A person's wish to be forgotten. What is left of a completed one is that there was one, and when. */
  ErasureRequest: table('erasure_requests', {
    id: id(),
    user_id: nullable(reference()),
    status: text<ErasureStatus>('open'),
    reason: nullable(text()),
    answer: nullable(text()),
    requested_at: time(),
    decided_at: nullable(time()),
  }),

  /** What somebody finds wrong with a listing; one for each person and listing. */
  ListingReport: table('listing_reports', {
    id: id(),
    property_id: reference(),
    /** Null once the account is gone. */
    reporter_id: nullable(reference()),
    reason: text<ReportReason>(),
    details: nullable(text()),
    status: text<ReportStatus>('open'),
    created_at: time(),
    decided_at: nullable(time()),
    decided_by: nullable(reference()),
  }),

  /** What a stored picture looks like; see features/duplicates/fingerprint.ts. */
  PictureFingerprint: table('picture_fingerprints', {
    media_hash: key(shortText(64)),
    /** 16 hexadecimal digits; null when the picture shows too little to be told from others. */
    fingerprint: nullable(shortText(16)),
    band_1: nullable(integer()),
    band_2: nullable(integer()),
    band_3: nullable(integer()),
    band_4: nullable(integer()),
  }),

  /** Which pictures the compared listings show: their lists of addresses cannot be searched the other way round. */
  ListingPicture: table('listing_pictures', {
    property_id: key(reference()),
    media_hash: key(shortText(64)),
  }),

  /** A listing that was looked at, and as of which change. */
  ComparedListing: table('compared_listings', {
    property_id: key(reference()),
    listing_updated_at: time(),
  }),

  /** Two listings that are likely one home. */
  DuplicatePair: table('duplicate_pairs', {
    id: id(),
    older_id: reference(),
    newer_id: reference(),
    status: text<DuplicateStatus>('open'),
    same_pictures: json<DuplicatePair['same_pictures']>([]),
    same_facts: flag(),
    /** That they are one home was found by the rule; nobody decided it. */
    is_by_rule: flag(false),
    found_at: time(),
    decided_at: nullable(time()),
    decided_by: nullable(reference()),
    /** When one of the two agents said that they are not: from then on only an admin says that they are. */
    disputed_at: nullable(time()),
    disputed_by: nullable(reference()),
  }),

  /** A pattern that may be fraud, for an admin to look at; see features/signals/patterns.ts. Of one account, or of one listing. */
  FraudSignal: table('fraud_signals', {
    id: id(),
    kind: text<SignalKind>(),
    user_id: nullable(reference()),
    property_id: nullable(reference()),
    facts: json<SignalFacts>({}),
    status: text<SignalStatus>('open'),
    /** How often it was found. */
    seen_count: integer(1),
    first_seen_at: time(),
    last_seen_at: time(),
    note: nullable(text()),
    decided_at: nullable(time()),
    decided_by: nullable(reference()),
  }),

  /** A mail that is to go out, stored with the change that caused it. A job sends it. */
  OutgoingMail: table('outgoing_mails', {
    id: id(),
    recipient: text(),
    /** Where an answer goes, when it is a person's mail that the site only carries. */
    reply_to: nullable(text()),
    subject: text(),
    text: text(),
    html: text(),
    inquiry_id: nullable(reference()),
    reply_id: nullable(reference()),
    /** Where one click ends the mails of its kind (RFC 8058). */
    unsubscribe_url: nullable(text()),
    status: text<'queued' | 'sent' | 'failed'>('queued'),
    created_at: time(),
    sent_at: nullable(time()),
  }),

  /** A person, or an inquiry of somebody who may have no account, whom a notice or a mail to somebody else names or quotes. */
  Mention: table('mentions', {
    id: id(),
    user_id: nullable(reference()),
    inquiry_id: nullable(reference()),
    notification_id: nullable(reference()),
    mail_id: nullable(reference()),
  }),

  /** Work that is still to be done; see jobs/queue.ts. */
  Job: table('jobs', {
    id: id(),
    kind: text(),
    payload: json<Record<string, unknown>>({}),
    /** 0 is the most urgent. */
    priority: integer(),
    /** Of work there is once: two jobs never have the same. */
    key: nullable(text()),
    status: text<JobStatus>('waiting'),
    /** How often it was begun. */
    attempts: integer(0),
    /** When it is due; while somebody works at it, when that one's lease ends. */
    next_attempt_at: time(),
    /** The process that works at it. */
    claimed_by: nullable(text()),
    last_error: nullable(text()),
    created_at: time(),
    updated_at: time(),
  }),

  /** One time the schedule made a backup, or failed to. */
  BackupRun: table('backup_runs', {
    id: id(),
    started_at: time(),
    ended_at: time(),
    /** Null when there is none. */
    file_name: nullable(text()),
    /** Why there is none. */
    error: nullable(text()),
  }),

  /** The copy of a backup in a bucket. */
  BackupCopy: table('backup_copies', {
    file_name: key(shortText(120)),
    /** That failed since the last success. */
    attempts: integer(),
    attempted_at: time(),
    copied_at: nullable(time()),
    error: nullable(text()),
    /** An admin deleted the backup: its copy goes too. */
    is_deleted: flag(false),
  }),

  BackupDrill: table('backup_drills', {
    id: id(),
    file_name: text(),
    started_at: time(),
    ended_at: time(),
    outcome: text<RestoreDrill['outcome']>(),
    message: text(),
  }),

  /** A stored picture, named by the SHA-256 of its bytes as stored (WebP). */
  Media: table('media', {
    hash: key(shortText(64)),
    width: integer(),
    height: integer(),
    bytes: integer(),
    uploaded_by: nullable(reference()),
    /** When it was last sent or put to use; see media/references.ts. */
    created_at: time(),
    /** Since when its files are being deleted; it counts as gone. See media/cleanup.ts. */
    removed_at: nullable(time()),
  }),
};

/** Names of the columns of a listing. */
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
export type MessageModel = ModelOf<'Message'>;
export type PasskeyModel = ModelOf<'Passkey'>;
export type SignInChallengeModel = ModelOf<'SignInChallenge'>;
export type ClientChangeModel = ModelOf<'ClientChange'>;
export type ClientModel = ModelOf<'Client'>;
export type OfficeModel = ModelOf<'Office'>;
export type OfficeMemberModel = ModelOf<'OfficeMember'>;
export type OfficeInvitationModel = ModelOf<'OfficeInvitation'>;
export type SavedReplyModel = ModelOf<'SavedReply'>;
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

/** Rows as they come with what is associated with them. */
interface Associated {
  User: UserModel;
  Property: PropertyModel;
  Viewing: ViewingModel;
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
        sequelize.define(
          model,
          { ...(columns as Columns) },
          { ...stamps, underscored: true, tableName: name },
        ),
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
