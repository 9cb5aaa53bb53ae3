import type { DeliveredEvent } from '#shared/apiAccess.ts';
import { type Message, msg } from '#shared/messages.ts';

export const eventLabel: Record<DeliveredEvent, Message> = {
  'inquiry.created': msg('New inquiry'),
  'viewing.requested': msg('Viewing requested'),
  'viewing.changed': msg('Viewing changed'),
  'listing.created': msg('New listing'),
  'listing.updated': msg('Listing changed'),
  'listing.price_changed': msg('Price changed'),
  'listing.status_changed': msg('Status changed'),
  'listing.deleted': msg('Listing deleted'),
  ping: msg('Test'),
};
