import { z } from 'zod';
import {
  LIST_INVITATION_DAYS,
  MAX_COMMENT_LENGTH,
  MAX_LIST_COMMENTS,
  MAX_LIST_INVITATIONS,
  MAX_LIST_ITEMS,
  MAX_LIST_MEMBERS,
  MAX_LIST_NAME,
  MAX_SHARED_LISTS,
} from '../limits.ts';
import { msg } from '../messages.ts';
import { email } from './auth.ts';
import { bodyId, defineCall, isoTime, nameText, requiredText } from './common.ts';
import { mapPoint, property } from './properties.ts';

export const listRoles = ['owner', 'member'] as const;
export type ListRole = (typeof listRoles)[number];

export const listVotes = ['yes', 'maybe', 'no'] as const;
export type ListVote = (typeof listVotes)[number];

/** The name of a member among members: the first name and an initial, without contact data. */
const person = z.object({ id: z.number(), name: z.string() });
export type ListPerson = z.infer<typeof person>;

export const listSummary = z.object({
  id: z.number(),
  name: z.string(),
  /** The caller's. */
  role: z.enum(listRoles),
  members: z.number(),
  items: z.number(),
  property_ids: z.array(z.number()),
  updated_at: isoTime,
});
export type ListSummary = z.infer<typeof listSummary>;

export const listItem = z.object({
  id: z.number(),
  /** Null: no longer available. */
  property: property.nullable(),
  /** Null: the account is gone. */
  added_by: person.nullable(),
  added_at: isoTime,
  votes: z.array(z.object({ person, vote: z.enum(listVotes) })),
  my_vote: z.enum(listVotes).nullable(),
  /** The oldest first. */
  comments: z.array(
    z.object({ id: z.number(), author: person, text: z.string(), created_at: isoTime, is_own: z.boolean() }),
  ),
});
export type ListItem = z.infer<typeof listItem>;

export const sharedList = z.object({
  id: z.number(),
  name: z.string(),
  /** The caller's. */
  role: z.enum(listRoles),
  members: z.array(person.extend({ role: z.enum(listRoles), joined_at: isoTime })),
  /** The latest first. */
  items: z.array(listItem),
  /** Open invitations, the latest first; for the owner alone. */
  invitations: z.array(
    z.object({ id: z.number(), email: z.string().nullable(), created_at: isoTime, expires_at: isoTime }),
  ),
});
export type SharedList = z.infer<typeof sharedList>;

/** A home of a list as it is shown before one joins: what everyone may see of it, without contact data. */
export const glimpsedHome = mapPoint.omit({ lat: true, lng: true });
export type GlimpsedHome = z.infer<typeof glimpsedHome>;

/** The answer to a person with the link, before they join. */
export const listInvitation = z.object({
  name: z.string(),
  invited_by: z.string(),
  members: z.number(),
  items: z.number(),
  /** The latest first, at most six; votes and comments are for members. */
  homes: z.array(glimpsedHome),
  expires_at: isoTime,
  /** The list, where the caller is in it already. */
  list_id: z.number().nullable(),
});

const name = nameText(MAX_LIST_NAME, msg('Enter a name for the list'));
const token = z.object({ token: z.string().regex(/^[\w-]{43}$/, msg('This link is not complete').id) });

/** Strangers to a list get a 404 from all its calls. Changing calls answer the list as it is then. */
export const listsCalls = {
  list: defineCall('user', 'GET /api/lists', {
    summary: `The shared lists the caller is in, the last changed first (at most ${MAX_SHARED_LISTS})`,
    answer: z.object({ lists: z.array(listSummary) }),
  }),
  create: defineCall('user', 'POST /api/lists', {
    summary: 'Begins a shared list, owned by the caller; with a first listing if one is named',
    body: z.object({ name, property_id: bodyId.optional() }),
    answer: sharedList,
    status: 201,
  }),
  look: defineCall('anyone', 'POST /api/lists/invitation', {
    failures: [404],
    summary:
      'Who invites to which list, with a glimpse of its homes; 404 for a link that was withdrawn or is too old. Changes nothing',
    body: token,
    answer: listInvitation,
  }),
  join: defineCall('user', 'POST /api/lists/join', {
    failures: [404],
    summary: `Joins the list that a link is for. 409 once it has ${MAX_LIST_MEMBERS} members, or for who is in ${MAX_SHARED_LISTS} lists`,
    body: token,
    answer: sharedList,
  }),
  get: defineCall('user', 'GET /api/lists/{id}', {
    summary: 'A shared list with its listings, votes and comments',
    answer: sharedList,
  }),
  rename: defineCall('user', 'PUT /api/lists/{id}', {
    summary: 'Renames a list. Its owner only',
    body: z.object({ name }),
    answer: sharedList,
  }),
  remove: defineCall('user', 'DELETE /api/lists/{id}', {
    summary: 'Deletes a list with everything in it, for all members. Its owner only',
    answer: z.object({ id: z.number() }),
  }),
  addItem: defineCall('user', 'POST /api/lists/{id}/items', {
    summary: `Adds a listing (at most ${MAX_LIST_ITEMS}); one that is there already stays as it is`,
    body: z.object({ property_id: bodyId }),
    answer: sharedList,
    status: 201,
  }),
  removeItem: defineCall('user', 'DELETE /api/lists/{id}/items/{itemId}', {
    summary: 'Takes a listing out of the list, with its votes and comments',
    answer: sharedList,
  }),
  vote: defineCall('user', 'PUT /api/lists/{id}/items/{itemId}/vote', {
    summary: 'The caller’s vote on a listing; null takes it back',
    body: z.object({ vote: z.enum(listVotes).nullable() }),
    answer: sharedList,
  }),
  comment: defineCall('user', 'POST /api/lists/{id}/items/{itemId}/comments', {
    budget: { action: 'messages' },
    summary: `Comments on a listing (at most ${MAX_LIST_COMMENTS} comments in a list)`,
    body: z.object({ text: requiredText(MAX_COMMENT_LENGTH, msg('Write something first')) }),
    answer: sharedList,
    status: 201,
  }),
  removeComment: defineCall('user', 'DELETE /api/lists/{id}/comments/{commentId}', {
    summary: 'Deletes a comment of the caller’s own',
    answer: sharedList,
  }),
  makeLink: defineCall('user', 'POST /api/lists/{id}/links', {
    budget: { action: 'invitations' },
    summary: `Makes a link by which anybody who has it joins, good for ${LIST_INVITATION_DAYS} days (at most ${MAX_LIST_INVITATIONS} links and invitations at a time). Its owner only`,
    // The address is shown this once.
    answer: z.object({ list: sharedList, url: z.string() }),
    status: 201,
  }),
  invite: defineCall('user', 'POST /api/lists/{id}/invitations', {
    budget: { action: 'invitations', target: 'body.email' },
    summary:
      'Mails an invitation, good once and as long as a link; sent again it takes the place of the first. The answer is the same whether or not somebody has the address. The list’s owner only',
    body: z.object({ email }),
    answer: sharedList,
    status: 201,
  }),
  withdraw: defineCall('user', 'DELETE /api/lists/{id}/invitations/{invitationId}', {
    summary: 'Withdraws an invitation: its link opens nothing any more. The list’s owner only',
    answer: sharedList,
  }),
  removeMember: defineCall('user', 'DELETE /api/lists/{id}/members/{userId}', {
    summary:
      'Leaves the list, or (its owner) removes somebody from it; their votes go, their comments stay. 409 for the owner, who deletes it instead',
    answer: z.object({ id: z.number() }),
  }),
};
