import { z } from 'zod';
import {
  calendarDay,
  csvFile,
  defineCall,
  id,
  isoTime,
  optionalInQuery,
  pagination,
  paginationQuery,
} from './common.ts';

export const AUDIT_PAGE_SIZE = 25;

export const auditEntry = z.object({
  id: z.number(),
  /** The id is null once that account is gone; once it was erased, it has no name either. */
  actor: z.object({ id: z.number().nullable(), name: z.string() }),
  /** The action, as 'user.suspend': the thing, then the verb. */
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.number().nullable(),
  /** Only the fields that differ. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Said by the admin where the call asks for it. */
  reason: z.string().nullable(),
  address: z.string().nullable(),
  /** Whether words were removed because they named a person whose account was erased. */
  is_erased: z.boolean(),
  created_at: isoTime,
  /** HMAC-SHA-256, hex, over this entry and the hash of the one before; see docs/operations.md. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const day = calendarDay();

const filters = {
  actor: optionalInQuery(id),
  action: optionalInQuery(z.string().trim().max(60)),
  entity_type: optionalInQuery(z.string().trim().max(60)),
  entity_id: optionalInQuery(id),
  /** Days in Asia/Manila, both included. */
  from: optionalInQuery(day),
  to: optionalInQuery(day),
};
export const auditQuery = z.object({ ...filters, ...paginationQuery(AUDIT_PAGE_SIZE) });
export type AuditQuery = z.infer<typeof auditQuery>;

export const auditLogCalls = {
  list: defineCall('admin auditLog.read', 'GET /api/admin/audit-log', {
    summary: 'Who did what to what, newest first',
    query: auditQuery,
    answer: z.object({
      entries: z.array(auditEntry),
      pagination,
      /** The choices of the filters: the values that occur. */
      actions: z.array(z.string()),
      actors: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
  export: defineCall('admin auditLog.read', 'GET /api/admin/audit-log/export', {
    summary: 'The same entries as a CSV file, all pages',
    query: z.object(filters),
    ...csvFile,
  }),
};
