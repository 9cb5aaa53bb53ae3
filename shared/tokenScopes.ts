import { type Message, msg } from './messages.ts';

/** What a personal API token may be allowed to do. Each call names on its contract the one that opens it to tokens. */
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

/** Those that only who manages an office can give to a token, and that end when they do not any more. */
export const isOfOffices = (scope: string) => scope.startsWith('office:');

/** As it is told to whoever makes a token. */
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
