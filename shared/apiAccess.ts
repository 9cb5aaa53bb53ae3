import { type Message, msg } from './messages.ts';

/** Scopes of API tokens, named on the contract of each call, with the explanation in the form of a new token. */
export const scopeTexts = {
  'listings:read': msg('See your listings, also those that are hidden'),
  'listings:write': msg('Add, change and delete listings, and upload their photos'),
  'inquiries:read': msg('Read your inquiries, with the names and contact details of those who wrote'),
  'inquiries:write': msg('Answer inquiries and mark them as read or closed'),
  'viewings:read': msg('See your viewings and who comes to them'),
  'viewings:write': msg('Confirm, move and cancel viewings, and note how they went'),
  'conversations:read': msg('Read your conversations. Nothing is marked as read'),
  'conversations:write': msg('Send messages in your conversations and mark them as read'),
  'clients:read': msg(
    'See your clients on the Desk and all that is between you: messages, inquiries, viewings and notes; also your office’s clients, if you can see them',
  ),
  'clients:write': msg('Answer clients, change their stage and next step, and write notes about them'),
  'calendar:read': msg('See your working hours, days off and free times'),
  'calendar:write': msg('Change your working hours and days off'),
  'office:read': msg('See all listings of the office you manage, also those that are hidden'),
} satisfies Record<string, Message>;

export type TokenScope = keyof typeof scopeTexts;
export const tokenScopes = Object.keys(scopeTexts) as TokenScope[];

/** Scopes that only managers of an office can give to a token; they end with the management. */
export const isOfOffices = (scope: string) => scope.startsWith('office:');

/** Every change of a listing sends `listing.updated`; a changed price or status sends an event of its own beside it. */
export const webhookEvents = [
  'inquiry.created',
  'viewing.requested',
  'viewing.changed',
  'listing.created',
  'listing.updated',
  'listing.price_changed',
  'listing.status_changed',
  'listing.deleted',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The scope of events: the owner's own, or all of the office that they manage. */
export const webhookScopes = ['own', 'office'] as const;
export type WebhookScope = (typeof webhookScopes)[number];

/** A test, sent when its owner asks for it. */
export const PING = 'ping';
export type DeliveredEvent = WebhookEvent | typeof PING;

export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
