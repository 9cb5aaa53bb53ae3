import { z } from 'zod';
import { licenseStates, MAX_LICENSE_NUMBER_LENGTH } from '../licenses.ts';
import {
  INVITATION_DAYS,
  MAX_BIO_LENGTH,
  MAX_HAND_OVER_NOTE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_OFFICE_MEMBERS,
  MAX_OPEN_INVITATIONS,
} from '../limits.ts';
import { msg } from '../messages.ts';
import { agent } from './agents.ts';
import { analyticsQuery } from './analytics.ts';
import { email } from './auth.ts';
import {
  ADMIN_PAGE_SIZE,
  bodyId,
  defineCall,
  isoTime,
  nameText,
  optionalInQuery,
  optionalLine,
  optionalPhone,
  optionalPresentedText,
  optionalText,
  pagination,
  paginationQuery,
  requiredLine,
  searchQuery,
} from './common.ts';
import { anyDay, publicLicense } from './licenses.ts';

export const officeRoles = ['manager', 'agent'] as const;
export type OfficeRole = (typeof officeRoles)[number];

/** An office's licence has no `lapsed`: an expired one is only left out. */
export const officeLicenseStates = licenseStates.filter((state) => state !== 'lapsed');

const person = z.object({ id: z.number(), name: z.string() });

/** An office as its members see it. */
export const office = z.object({
  id: z.number(),
  name: z.string(),
  /** As its managers state it; the public sees it once an admin has checked it, and while it is good. */
  license_number: z.string().nullable(),
  license_state: z.enum(officeLicenseStates),
  license_expires_on: z.string().nullable(),
  about: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Every member sees the clients of the others, and may take over one who waits. */
  shares_queue: z.boolean(),
  created_at: isoTime,
});
export type Office = z.infer<typeof office>;

export const officeMember = z.object({
  id: z.number(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  /** The public address of an agent. */
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(officeRoles),
  joined_at: isoTime,
  /** Active and approved: may be given clients. A suspended account stays a member. */
  is_active: z.boolean(),
  /** The last day of it, until it is over; null: here. */
  away_until: z.string().nullable(),
  /** The stand-in who gets the clients that begin to wait meanwhile. */
  stand_in: person.nullable(),
  /** Clients who need the member now, and since when the first of them waits; null where the caller may not see it. */
  waiting: z.number().nullable(),
  longest_waiting_since: isoTime.nullable(),
  /** All clients of the member that can be handed over; null where the caller may not see them. */
  clients: z.number().nullable(),
  /** Clients of the member that colleagues have now and can give back. */
  handed_over: z.number(),
});
export type OfficeMember = z.infer<typeof officeMember>;

export const ownOffice = z.object({
  /** Null: the caller is in no office. */
  office: office.nullable(),
  /** The caller's in it. */
  role: z.enum(officeRoles).nullable(),
  /** Managers first, then by name. */
  members: z.array(officeMember),
  /** Open invitations of the office, the latest first; for managers alone. */
  invitations: z.array(
    z.object({
      id: z.number(),
      email: z.string(),
      invited_by: person.nullable(),
      created_at: isoTime,
      expires_at: isoTime,
    }),
  ),
  /** To the caller's confirmed address, still open. */
  invitations_to_me: z.array(
    z.object({
      id: z.number(),
      office: person,
      invited_by: person.nullable(),
      created_at: isoTime,
      expires_at: isoTime,
    }),
  ),
});
export type OwnOffice = z.infer<typeof ownOffice>;

/** A member's figures within days of Manila's calendar (ever, when none are asked for), counted as in `Analytics`. */
export const memberFigures = z.object({
  agent: person.extend({ avatar_url: z.string().nullable() }),
  /** Now: clients who need the agent. */
  waiting: z.number(),
  /** Now: since when the first of them waits. */
  longest_waiting_since: isoTime.nullable(),
  /** In range: inquiries of the member's clients now, by when they were sent. */
  inquiries: z.number(),
  /** Of these, how many were answered, in percent with one decimal; null without an inquiry. */
  inquiry_response_rate: z.number().nullable(),
  /** In range: median minutes from a client's first words to the first answer; null without an answer. */
  median_first_response_minutes: z.number().nullable(),
  /** In range: confirmed viewings that are over, without no-shows. */
  viewings_held: z.number(),
  /** In range. */
  sold: z.number(),
  rented: z.number(),
});
export type MemberFigures = z.infer<typeof memberFigures>;

export const publicOffice = z.object({
  office: z.object({
    id: z.number(),
    name: z.string(),
    about: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** Null unless an admin checked it and it is still good. */
    license: publicLicense.nullable(),
  }),
  /** The listed agents of the office as in the directory, the best rated first. */
  agents: z.array(agent),
  /** Public listings of these agents. */
  listings: z.number(),
});
export type PublicOffice = z.infer<typeof publicOffice>;

/** An office as the licence desk sees it. */
export const adminOffice = z.object({
  id: z.number(),
  name: z.string(),
  license_number: z.string().nullable(),
  state: z.enum(officeLicenseStates),
  expires_on: z.string().nullable(),
  checked_at: isoTime.nullable(),
  /** Name of the admin who checked it. */
  checked_by: z.string().nullable(),
  members: z.number(),
  managers: z.array(person),
  created_at: isoTime,
});
export type AdminOffice = z.infer<typeof adminOffice>;

const officeFields = {
  name: nameText(MAX_NAME_LENGTH, msg('Enter a name for the office')),
  license_number: optionalLine(MAX_LICENSE_NUMBER_LENGTH),
  about: optionalPresentedText(MAX_BIO_LENGTH),
  email: z
    .union([z.literal('').transform(() => null), email])
    .nullable()
    .optional(),
  phone: optionalPhone(),
  shares_queue: z.boolean().optional(),
};

const note = optionalText(MAX_HAND_OVER_NOTE_LENGTH);

/** All of an agent's own office answer it as it is now. */
export const officesCalls = {
  get: defineCall('agent', 'GET /api/office', {
    summary: 'The office the caller is in, its members, and invitations to it and to the caller',
    answer: ownOffice,
  }),
  create: defineCall('agent', 'POST /api/office', {
    summary: 'Opens an office with the caller as its manager; 409 for who is in one',
    body: z.object(officeFields),
    answer: ownOffice,
    status: 201,
  }),
  update: defineCall('agent', 'PUT /api/office', {
    failures: [404],
    summary: 'Changes the office; another licence number has to be checked anew. Managers only',
    body: z.object({ ...officeFields, name: officeFields.name.optional() }),
    answer: ownOffice,
  }),
  close: defineCall('agent', 'DELETE /api/office', {
    failures: [404],
    summary: 'Closes an office of which the caller is the only member; 409 while there are others',
    answer: ownOffice,
  }),
  invite: defineCall('agent', 'POST /api/office/invitations', {
    failures: [404],
    budget: { action: 'invitations', target: 'body.email' },
    summary: `Invites an agent by the address of their account, which they must have confirmed; good for ${INVITATION_DAYS} days, renewed when sent again (at most ${MAX_OPEN_INVITATIONS} open). The answer is the same whether or not somebody has the address. Managers only`,
    body: z.object({ email }),
    answer: ownOffice,
    status: 201,
  }),
  withdraw: defineCall('agent', 'DELETE /api/office/invitations/{id}', {
    summary: 'Withdraws an open invitation. Managers only',
    answer: ownOffice,
  }),
  answer: defineCall('agent', 'PUT /api/office/invitations/{id}', {
    summary: `Accepts or declines an invitation to the caller. Accepting is 409 for who is in an office, and once it has ${MAX_OFFICE_MEMBERS} members`,
    body: z.object({ answer: z.enum(['accepted', 'declined']) }),
    answer: ownOffice,
  }),
  updateMember: defineCall('agent', 'PUT /api/office/members/{id}', {
    summary:
      'Changes a member’s role (managers only; one manager is always left), or until when they are away and who stands in for them (managers, and the member). While they are away each of their clients who begins to wait is handed to the stand-in; `hand_over_now` does so with those who wait already',
    body: z.object({
      role: z.enum(officeRoles).optional(),
      /** The last day of it, in Manila; null: here again. */
      away_until: anyDay.nullable().optional(),
      stand_in_id: bodyId.nullable().optional(),
      hand_over_now: z.boolean().optional(),
    }),
    answer: ownOffice,
  }),
  removeMember: defineCall('agent', 'DELETE /api/office/members/{id}', {
    summary:
      'Leaves the office, or (managers) removes somebody from it. Their clients, and `with_listings` their listings, go to the heir, who has to be named where there are any. 409 for the last manager while others are members',
    body: z.object({ heir_id: bodyId.nullable().optional(), with_listings: z.boolean().default(false) }),
    answer: ownOffice,
  }),
  handOver: defineCall('agent', 'POST /api/office/hand-overs', {
    failures: [404],
    example: { body: { from_id: 12, to_id: 15, which: 'waiting', note: 'On leave until Monday' } },
    summary:
      'Hands clients of one member to another: those who wait, all of them, or (`came_from`) gives back those that `from` (null: whoever has them) took over from `to`. Managers, or the member who gives; giving back also the one who is given them',
    body: z
      .object({
        from_id: bodyId.nullable(),
        to_id: bodyId,
        which: z.enum(['waiting', 'all', 'came_from']),
        note,
      })
      .refine(({ from_id, which }) => from_id !== null || which === 'came_from', {
        path: ['from_id'],
        error: msg('Choose whose clients to hand over').id,
      })
      .refine(({ from_id, to_id }) => from_id !== to_id, {
        path: ['to_id'],
        error: msg('Choose someone else').id,
      }),
    answer: z.object({
      moved: z.number(),
      /** Confirmed viewings to come that overlap with a viewing of the new agent. */
      clashing_viewings: z.number(),
      office: ownOffice,
    }),
  }),
  figures: defineCall('agent', 'GET /api/office/figures', {
    failures: [404],
    summary: 'What each member did, for managers',
    query: analyticsQuery,
    answer: z.object({ members: z.array(memberFigures) }),
  }),
  public: defineCall('anyone', 'GET /api/offices/{id}', {
    summary: 'An office with its agents who are in the directory; 404 for one without any',
    answer: publicOffice,
  }),
};

export const officeAdminCalls = {
  list: defineCall('admin trust.read', 'GET /api/admin/offices', {
    summary: 'All offices with their licence, those first that wait for a check',
    query: z.object({
      ...paginationQuery(ADMIN_PAGE_SIZE),
      state: optionalInQuery(z.enum(['all', ...officeLicenseStates])),
      search: searchQuery,
    }),
    answer: z.object({
      offices: z.array(adminOffice),
      pagination,
      counts: z.record(z.enum(officeLicenseStates), z.number()),
    }),
  }),
  check: defineCall('admin trust.decide', 'PUT /api/admin/offices/{id}/license', {
    summary: 'Records that the caller checked an office’s licence, its number and last day',
    body: z.object({
      license_number: requiredLine(MAX_LICENSE_NUMBER_LENGTH, msg('License number is required')),
      expires_on: anyDay,
    }),
    answer: adminOffice,
  }),
};
