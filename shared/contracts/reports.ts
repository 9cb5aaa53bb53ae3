import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../limits.ts';
import { moderationStatuses } from '../listing/vocabulary.ts';
import { msg } from '../messages.ts';
import { defineCall, isoTime, optionalText, pagination, statusPage } from './common.ts';

export const reportReasons = [
  'unavailable',
  'wrong_details',
  'misleading_pictures',
  'duplicate',
  'scam',
  'offensive',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportStatuses = ['open', 'accepted', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** A report of a listing, as its author sees it. */
export const listingReport = z.object({
  id: z.number(),
  property_id: z.number(),
  reason: z.enum(reportReasons),
  details: z.string().nullable(),
  status: z.enum(reportStatuses),
  created_at: isoTime,
  decided_at: isoTime.nullable(),
});
export type ListingReport = z.infer<typeof listingReport>;

/** The same for an admin. The reporter's name goes with their account. */
export const adminReport = listingReport.extend({
  reporter: z.object({ id: z.number(), name: z.string(), email: z.string() }).nullable(),
  decided_by: z.string().nullable(),
  property: z.object({
    id: z.number(),
    title: z.string(),
    image: z.string().nullable(),
    status: z.enum(moderationStatuses),
    agent: z.object({ id: z.number(), name: z.string() }).nullable(),
    /** Open reports of the same listing, this one included when it is open. */
    open_reports: z.number(),
  }),
});
export type AdminReport = z.infer<typeof adminReport>;

export const newReportBody = z
  .object({
    reason: z.enum(reportReasons, { error: msg('Please choose a reason').id }),
    details: optionalText(MAX_REASON_LENGTH),
  })
  .refine(({ reason, details }) => reason !== 'other' || (details ?? null) !== null, {
    path: ['details'],
    message: msg('Please tell us what is wrong').id,
  });

export const reportsCalls = {
  create: defineCall('user', 'POST /api/properties/{id}/reports', {
    budget: { action: 'reports', target: 'params.id' },
    summary: 'Reports a public listing of somebody else; one report per person and listing',
    body: newReportBody,
    answer: listingReport,
    status: 201,
  }),
  own: defineCall('user', 'GET /api/properties/{id}/reports/mine', {
    summary: 'The caller’s report of a listing; null when there is none',
    answer: listingReport.nullable(),
  }),
  list: defineCall('admin trust.read', 'GET /api/admin/reports', {
    summary: 'Reports: open ones oldest first, decided or all newest first',
    query: statusPage(reportStatuses),
    answer: z.object({
      reports: z.array(adminReport),
      pagination,
      /** The number of reports that wait for a decision, whatever the filter. */
      open: z.number(),
    }),
  }),
  decide: defineCall('admin trust.decide', 'PUT /api/admin/reports/{id}', {
    summary:
      'Accepts a report, which takes the listing off with a reason for its agent and settles all its open reports, or dismisses this one',
    body: z.object({ decision: z.enum(['accept', 'dismiss']), reason: optionalText(MAX_REASON_LENGTH) }),
    answer: adminReport,
  }),
};
