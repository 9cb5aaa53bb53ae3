import { z } from 'zod';
import { defineCall } from './common.ts';

/** The outcome of a mail at one address. */
export const mailOutcomes = ['placed', 'inquiry', 'dropped', 'duplicate', 'refused'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

export const inboundMailCalls = {
  receive: defineCall('anyone', 'POST /api/inbound/mail', {
    summary:
      'Takes in one email (RFC 5322, at most 25 MB) from a mail provider that holds INBOUND_TOKEN; providers’ forms and JSON with the whole email in `email`, `body-mime` or `RawEmail` are taken, too. `placed`: it is a message in its conversation, or a further inquiry of its sender; `inquiry`: it could not be placed and is in the agent’s inbox; `dropped`: no person wrote it; `duplicate`: it came before; `refused`: no address of it belongs to anything here',
    rawTypes: ['message/rfc822', 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    failures: [401, 404],
    answer: z.object({
      /** One for each address of this site that the email was sent to. */
      outcomes: z.array(z.enum(mailOutcomes)),
    }),
  }),
};
