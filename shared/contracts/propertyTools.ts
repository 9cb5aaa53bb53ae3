import { z } from 'zod';
import { csvMessages, MAX_CSV_BYTES } from '#shared/propertyCsv.ts';
import { bodyId, defineCall } from './common.ts';
import { propertyStatuses } from './properties.ts';
import { ownPropertyQuery } from './propertyWrites.ts';

/** How many listings one call marks at most. */
export const MAX_BULK_LISTINGS = 500;

export const bulkStatusBody = z.object({
  ids: z
    .array(bodyId)
    .min(1, 'Choose at least one property')
    .max(MAX_BULK_LISTINGS, `Choose at most ${MAX_BULK_LISTINGS} properties`)
    .transform((ids) => [...new Set(ids)]),
  status: z.enum(propertyStatuses),
});
export type BulkStatusBody = z.output<typeof bulkStatusBody>;

/** `changed` leaves out those that had the status already. */
export const bulkStatusAnswer = z.object({ ids: z.array(z.number()), changed: z.number() });
export type BulkStatusAnswer = z.infer<typeof bulkStatusAnswer>;

export const ownExportQuery = ownPropertyQuery.pick({ status: true, search: true });
export type OwnExportQuery = z.infer<typeof ownExportQuery>;

/** 'check' stores nothing; 'all' stores nothing unless every row is good; 'good' stores the good rows. */
export const importModes = ['check', 'all', 'good'] as const;

export const importBody = z.object({
  csv: z
    .string()
    .refine((text) => new TextEncoder().encode(text).length <= MAX_CSV_BYTES, csvMessages.tooLarge),
  mode: z.enum(importModes),
});
export type ImportBody = z.output<typeof importBody>;

const importIssue = z.object({
  /** Null where the row as a whole is meant. */
  column: z.string().nullable(),
  message: z.string(),
});
export type ImportIssue = z.infer<typeof importIssue>;

/** One listing of the file; title, city and price as they stand there. */
const importRow = z.object({
  /** As spreadsheets count: the first one below the headings is 2. */
  row: z.number(),
  title: z.string(),
  city: z.string(),
  price: z.string(),
  /** None: the row is good. */
  issues: z.array(importIssue),
});
export type ImportRow = z.infer<typeof importRow>;

export const importReport = z.object({
  /** What is wrong with the file as a whole; while there is anything, none of it can be imported. */
  problems: z.array(z.string()),
  columns: z.object({
    /** Headings that mean nothing here; their cells are passed over. */
    unknown: z.array(z.string()),
    /** Columns that may be left out, and were. */
    leftOut: z.array(z.string()),
  }),
  rows: z.array(importRow),
  counts: z.object({ rows: z.number(), good: z.number(), bad: z.number() }),
  imported: z.number(),
});
export type ImportReport = z.infer<typeof importReport>;

export const propertyToolCalls = {
  setStatus: defineCall('agent', 'PUT /api/properties/my/status', {
    summary: 'Marks several of the agent’s own listings at once: all of them or, if one is not theirs, none',
    body: bulkStatusBody,
    answer: bulkStatusAnswer,
  }),
  export: defineCall('agent', 'GET /api/properties/my/export', {
    summary: 'The agent’s own listings as a CSV file that the import reads again',
    query: ownExportQuery,
    answer: z.string(),
    fileType: 'text/csv',
  }),
  import: defineCall('agent', 'POST /api/properties/my/import', {
    summary:
      'Checks a CSV file of listings and, if asked to, posts them in one go. With an Idempotency-Key a repeated import adds nothing',
    body: importBody,
    // In JSON quotation marks and line ends take two bytes: a file of the allowed size has to come through.
    bodyLimit: { megabytes: 3, tooLarge: csvMessages.tooLarge },
    answer: importReport,
  }),
};
