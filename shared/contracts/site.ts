import { z } from 'zod';
import { defineCall, isoTime } from './common.ts';
import { adminSettings } from './settings.ts';

export const site = z.object({
  siteName: z.string(),
  siteDescription: z.string(),
  registrationEnabled: z.boolean(),
  maintenanceMode: z.boolean(),
  /** Whether guests open the pages of listings and agents; then no answer to them holds contact data of agents. */
  publicListingPages: z.boolean(),
  /** Characters that a new password has at least. */
  minPasswordLength: z.number(),
  /** Leaflet template; empty for the bundled base map alone. */
  tileUrl: z.string(),
  /** When the demo data were written: homes listed before are made up, and their pictures drawn. Null: there are none. */
  demoSince: isoTime.nullable(),
  /** Whether numbers can be confirmed: text messages are sent from this installation. */
  sendsTextMessages: z.boolean(),
  /** Whether answers by mail come in: to mails about messages, and to answered inquiries. */
  answersByMail: z.boolean(),
  /** The rates of cost estimates. */
  costs: adminSettings.shape.costs,
});
export type Site = z.infer<typeof site>;

/** Called by monitors of the process, often over plain HTTP and from the proxy's address. */
const probe = { rateLimit: 'none', allowsPlainHttp: true, answersInMaintenance: true } as const;

export const siteCalls = {
  get: defineCall('anyone', 'GET /api/site', {
    summary: 'What every page needs to know of this installation',
    answer: site,
    answersInMaintenance: true,
  }),
  health: defineCall('anyone', 'GET /api/health', {
    summary: 'The process is alive',
    answer: z.object({ status: z.literal('ok') }),
    ...probe,
  }),
  ready: defineCall('anyone', 'GET /api/ready', {
    summary: 'The database is read and written; 503 otherwise',
    answer: z.object({ status: z.literal('ready') }),
    ...probe,
  }),
};
