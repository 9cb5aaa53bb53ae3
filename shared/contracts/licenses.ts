import { z } from 'zod';
import { licenseStates, MAX_LICENSE_NOTE_LENGTH, MAX_LICENSE_NUMBER_LENGTH } from '../licenses.ts';
import { msg } from '../messages.ts';
import {
  ADMIN_PAGE_SIZE,
  calendarDay,
  defineCall,
  isoTime,
  optionalInQuery,
  optionalText,
  pagination,
  paginationQuery,
  requiredLine,
  searchQuery,
} from './common.ts';

/** A day of Manila's calendar, YYYY-MM-DD. */
export const anyDay = calendarDay(msg('Must be a date'));

/** An approved agent's PRC licence as the desk keeps it. */
export const agentLicense = z.object({
  agent: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    avatar_url: z.string().nullable(),
  }),
  license_number: z.string().nullable(),
  state: z.enum(licenseStates),
  /** The last day on which it is good. */
  expires_on: z.string().nullable(),
  checked_at: isoTime.nullable(),
  /** Name of the admin who checked it. */
  checked_by: z.string().nullable(),
  /** When the last warning mail was written. */
  warned_at: isoTime.nullable(),
  lapsed_at: isoTime.nullable(),
  note: z.string().nullable(),
});
export type AgentLicense = z.infer<typeof agentLicense>;

export const licenseList = z.object({
  licenses: z.array(agentLicense),
  pagination,
  /** The number of agents in each state, whatever the filter. */
  counts: z.record(z.enum(licenseStates), z.number()),
});
export type LicenseList = z.infer<typeof licenseList>;

/** The public part of a checked licence. */
export const publicLicense = z.object({ number: z.string(), checked_at: isoTime, expires_on: z.string() });
export type PublicLicense = z.infer<typeof publicLicense>;

export const licensesCalls = {
  list: defineCall('admin trust.read', 'GET /api/admin/licenses', {
    summary: 'Licences of approved agents: those that need somebody first (lapsed, expired, unchecked, expiring)',
    query: z.object({
      ...paginationQuery(ADMIN_PAGE_SIZE),
      state: optionalInQuery(z.enum(['all', ...licenseStates])),
      search: searchQuery,
    }),
    answer: licenseList,
  }),
  check: defineCall('admin trust.decide', 'PUT /api/admin/licenses/{id}', {
    summary:
      'Records that the caller checked an agent’s licence, its number and last day; an unlisted agent whose licence is good again is listed again',
    body: z.object({
      license_number: requiredLine(MAX_LICENSE_NUMBER_LENGTH, msg('License number is required')),
      expires_on: anyDay,
      note: optionalText(MAX_LICENSE_NOTE_LENGTH),
    }),
    answer: agentLicense,
  }),
};
