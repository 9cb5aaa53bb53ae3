/**
 * The events of webhooks. Every change of a listing sends `listing.updated`; a changed price or status sends an event
 * of its own beside it.
 */
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
