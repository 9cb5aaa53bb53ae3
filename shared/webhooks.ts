/**
 * What a webhook can be told. `listing.updated` comes with every change of a listing; what became of its price or its
 * status is told beside it by an event of its own.
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

/** Whose: the owner's own, or everybody's in the office that they manage. */
export const webhookScopes = ['own', 'office'] as const;
export type WebhookScope = (typeof webhookScopes)[number];

/** A test, sent when its owner asks for it. */
export const PING = 'ping';
export type DeliveredEvent = WebhookEvent | typeof PING;

export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
