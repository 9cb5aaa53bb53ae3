import { z } from 'zod';
import { agentSorts } from '../agentOrder.ts';
import { licenseStates, MAX_LICENSE_NUMBER_LENGTH } from '../licenses.ts';
import {
  MAX_BIO_LENGTH,
  MAX_EXPERIENCE_YEARS,
  MAX_LIST_ENTRIES,
  MAX_REASON_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
} from '../limits.ts';
import { msg } from '../messages.ts';
import { agentFields, roles, userStatuses } from './auth.ts';
import {
  defineCall,
  isoTime,
  optionalInQuery,
  optionalPhone,
  optionalPresentedText,
  optionalPresentedTitle,
  optionalText,
  orderQuery,
  pagination,
  paginationQuery,
  presentedTitle,
  requiredLine,
} from './common.ts';
import { publicLicense } from './licenses.ts';
import { property } from './properties.ts';
import { adminUser } from './users.ts';

const ownLicense = {
  license_number: true,
  license_expires_on: true,
  license_checked_at: true,
  license_lapsed_at: true,
} as const;

export const agent = agentFields.omit({ application_status: true, ...ownLicense }).extend({
  /** The user's own id. */
  id: z.number(),
  name: z.string(),
  /** The contact address, where there is one. Empty, as is the phone, until `contact_hidden_until`. */
  email: z.string(),
  phone: z.string().nullable(),
  /** A caller who has read hundreds of contacts gets no new ones until then. */
  contact_hidden_until: isoTime.optional(),
  avatar_url: z.string().nullable(),
  /** Mean of the reviews; 0 while there is none. */
  rating: z.number(),
  review_count: z.number(),
  properties_sold: z.number(),
  active_listings: z.number(),
  /** Percent of inquiries that were answered; null while there was none. */
  response_rate: z.number().nullable(),
  /** Null unless an admin checked it and it is still good. */
  license: publicLicense.nullable(),
  /** The agent's brokerage, which has a page of its own. */
  office: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: isoTime,
});
export type Agent = z.infer<typeof agent>;

const filterText = z
  .string()
  .trim()
  .max(MAX_SHORT_TEXT_LENGTH)
  .optional()
  .transform((text) => text || undefined);

export const agentListQuery = z.object({
  specialization: filterText,
  location: filterText,
  search: filterText,
  /** The best rated first, unless asked otherwise. */
  sort: optionalInQuery(z.enum(agentSorts)),
  order: orderQuery,
  /** Agents of a page of the directory, unless fewer are asked for. */
  ...paginationQuery(100),
});
export type AgentListQuery = z.output<typeof agentListQuery>;

const textList = z
  .array(presentedTitle(MAX_SHORT_TEXT_LENGTH, msg('Must not be empty')))
  .max(MAX_LIST_ENTRIES)
  .default([]);

export const applicationBody = z.object({
  license_number: requiredLine(MAX_LICENSE_NUMBER_LENGTH, msg('License number is required')),
  title: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
  bio: optionalPresentedText(MAX_BIO_LENGTH),
  specialization: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
  location: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
  languages: textList,
  experience_years: z.number().int().min(0).max(MAX_EXPERIENCE_YEARS).default(0),
  phone: optionalPhone(),
});
export type ApplicationBody = z.input<typeof applicationBody>;

export const agentsCalls = {
  list: defineCall('anyone', 'GET /api/agents', {
    summary: 'Approved, active agents, the best rated first unless asked otherwise',
    query: agentListQuery,
    cache: 'revalidate',
    answer: z.object({ agents: z.array(agent), pagination }),
  }),
  specializations: defineCall('anyone', 'GET /api/agents/specializations', {
    summary: 'Specializations that agents of the directory have',
    answer: z.array(z.string()),
  }),
  locations: defineCall('anyone', 'GET /api/agents/locations', {
    summary: 'Service areas that agents of the directory have',
    answer: z.array(z.string()),
  }),
  apply: defineCall('user', 'POST /api/agents/apply', {
    summary: 'Applies to become an agent; applying again after a rejection opens the application anew',
    body: applicationBody,
    answer: agentFields,
    status: 201,
  }),
  get: defineCall('anyone', 'GET /api/agents/{id}', {
    summary: 'One approved, active agent',
    answer: agent,
  }),
  statistics: defineCall('anyone', 'GET /api/agents/{id}/statistics', {
    summary: 'Figures of an agent, computed from listings, reviews and inquiries',
    answer: z.object({
      properties_sold: z.number(),
      active_listings: z.number(),
      review_count: z.number(),
      rating: z.number(),
      response_rate: z.number().nullable(),
      /** How many reviews gave 1, 2, 3, 4 and 5 stars. */
      rating_counts: z.array(z.number()).length(5),
    }),
  }),
  properties: defineCall('anyone', 'GET /api/agents/{id}/properties', {
    summary: 'Public listings of an agent, newest first (at most 100)',
    answer: z.array(property),
  }),
};

/** A pending application with the applicant's fields. */
export const pendingAgent = adminUser.extend({
  title: z.string().nullable(),
  languages: z.array(z.string()),
  certifications: z.array(z.string()),
  /** A former agent's number may have been checked. */
  license_state: z.enum(licenseStates),
  applied_at: isoTime,
});
export type PendingAgent = z.infer<typeof pendingAgent>;

/** The checks of an applicant, in the order in which they are shown. */
export const applicationCheckKinds = [
  'email',
  'phone',
  'license',
  'license_number',
  'license_expiry',
  'same_license',
  'same_phone',
  'second_factor',
  'account_age',
  'reports',
  'signals',
  'rejections',
] as const;
export type ApplicationCheckKind = (typeof applicationCheckKinds)[number];

/** 'unchecked': not verified. 'attention': known, and a reason to look before deciding. */
export const applicationCheckStates = ['checked', 'unchecked', 'attention'] as const;
export type ApplicationCheckState = (typeof applicationCheckStates)[number];

/** Accounts that share something with the applicant. Named for roles that may read accounts, counted for the others. */
const otherAccounts = z.object({
  count: z.number(),
  accounts: z.array(
    z.object({ id: z.number(), name: z.string(), role: z.enum(roles), status: z.enum(userStatuses) }),
  ),
});

export const applicationChecks = z.object({
  checks: z.array(z.object({ kind: z.enum(applicationCheckKinds), state: z.enum(applicationCheckStates) })),
  facts: z.object({
    email: z.string(),
    email_confirmed_at: isoTime.nullable(),
    phone: z.string().nullable(),
    phone_confirmed_at: isoTime.nullable(),
    license_number: z.string().nullable(),
    license_checked_at: isoTime.nullable(),
    license_checked_by: z.string().nullable(),
    license_expires_on: z.string().nullable(),
    same_license: otherAccounts,
    same_phone: otherAccounts,
    has_second_factor: z.boolean(),
    registered_at: isoTime,
    account_age_days: z.number(),
    /** Of the applicant's own listings. */
    reports: z.object({ open: z.number(), accepted: z.number(), dismissed: z.number() }),
    /** About the account, its listings, or an account of the same phone number. */
    signals: z.object({ open: z.number(), acted: z.number(), dismissed: z.number() }),
    rejections: z.array(z.object({ at: isoTime, reason: z.string().nullable() })),
  }),
});
export type ApplicationChecks = z.infer<typeof applicationChecks>;

export const applicationsCalls = {
  list: defineCall('admin applications.read', 'GET /api/admin/pending-agents', {
    summary: 'Applications that wait for a decision, oldest first',
    answer: z.array(pendingAgent),
  }),
  checks: defineCall('admin applications.read', 'GET /api/admin/agents/{id}/checks', {
    summary: 'What was checked of an applicant, what was not, and what is a reason to look twice',
    answer: applicationChecks,
  }),
  approve: defineCall('admin applications.decide', 'PUT /api/admin/agents/{id}/approve', {
    summary:
      'Approves a pending application; the audit log keeps what was not checked. With `shown`, only while that is still so',
    body: z.object({ shown: applicationChecks.shape.checks.max(applicationCheckKinds.length).optional() }),
    answer: adminUser,
  }),
  reject: defineCall('admin applications.decide', 'PUT /api/admin/agents/{id}/reject', {
    summary: 'Rejects a pending application; it cannot be undone',
    body: z.object({ reason: optionalText(MAX_REASON_LENGTH) }),
    answer: adminUser,
  }),
};
