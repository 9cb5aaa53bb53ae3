import { type Message, msg } from './messages.ts';

/** The scopes of personal API tokens. Each call names on its contract the scope that opens it to tokens. */
export const tokenScopes = [
  'listings:read',
  'listings:write',
  'inquiries:read',
  'inquiries:write',
  'viewings:read',
  'viewings:write',
  'conversations:read',
  'conversations:write',
  'clients:read',
  'clients:write',
  'calendar:read',
  'calendar:write',
  'office:read',
] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** Scopes that only managers of an office can give to a token; they end with the management. */
export const isOfOffices = (scope: string) => scope.startsWith('office:');

/** The explanation in the form of a new token. */
export const scopeTexts: Record<TokenScope, Message> = {
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
};
