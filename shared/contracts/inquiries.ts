import { z } from 'zod';
import { MAX_INQUIRY_LENGTH, MAX_INQUIRY_REPLY_LENGTH, MAX_NAME_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { attachment, attachmentIds } from './attachments.ts';
import { email } from './auth.ts';
import {
  beforeQuery,
  bodyId,
  defineCall,
  isoTime,
  listPartQuery,
  nameText,
  optionalPhone,
  requiredText,
  searchQuery,
} from './common.ts';

export const inquiryStatuses = ['new', 'read', 'replied', 'closed'] as const;
export const replyMethods = ['email', 'phone', 'sms'] as const;
export const propertyInterests = ['apartment', 'house', 'condo', 'commercial', 'land', 'other'] as const;

/** An email: an answer in its place, or the reason why it could not be placed. */
export const inquiriesByMail = [
  'answer',
  'unknown_address',
  'other_sender',
  'failed_check',
  'closed_conversation',
] as const;

export type InquiryByMail = (typeof inquiriesByMail)[number];
export type InquiryStatus = (typeof inquiryStatuses)[number];
export type ReplyMethod = (typeof replyMethods)[number];

/** An address or a number of a person who wrote to an agent. */
export const contact = z.object({
  kind: z.enum(['email', 'phone']),
  value: z.string(),
  /** Confirmed as theirs; otherwise as they typed it. */
  confirmed: z.boolean(),
});
export type Contact = z.infer<typeof contact>;

export const inquiry = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** The address and the number, each with its provenance. */
  contacts: z.array(contact),
  property_interest: z.enum(propertyInterests).nullable(),
  property: z.object({ id: z.number(), title: z.string() }).nullable(),
  message: z.string(),
  /** Of the question. */
  attachments: z.array(attachment),
  /** The earlier inquiry of the same person that it goes on with. */
  follows_id: z.number().nullable(),
  /** Null: by the form. `answer`: an answer by email. Otherwise an email, and why it has no place in a conversation. */
  by_mail: z.enum(inquiriesByMail).nullable(),
  status: z.enum(inquiryStatuses),
  reply_message: z.string().nullable(),
  reply_method: z.enum(replyMethods).nullable(),
  reply_at: isoTime.nullable(),
  /** Of a reply by e-mail: whether the mail server took it. */
  reply_delivery: z.enum(['sent', 'queued', 'failed']).nullable(),
  created_at: isoTime,
});
export type Inquiry = z.infer<typeof inquiry>;

export const inquiryReply = z.object({
  id: z.number(),
  method: z.enum(replyMethods),
  message: z.string(),
  /** Sent along with an e-mail. */
  attachments: z.array(attachment),
  /** Of an e-mail: whether the mail server took it. */
  delivery: z.enum(['sent', 'queued', 'failed']).nullable(),
  /** Made by the sending client. */
  client_id: z.string().nullable(),
  created_at: isoTime,
});
export type InquiryReply = z.infer<typeof inquiryReply>;

/** An inquiry as its sender sees it: the words of both, and nothing of how the agent keeps it. */
export const ownInquiry = z.object({
  id: z.number(),
  /** `id` is null once the agent has left Silong. */
  agent: z.object({ id: z.number().nullable(), name: z.string(), avatar_url: z.string().nullable() }),
  property: z.object({ id: z.number(), title: z.string(), image: z.string().nullable() }).nullable(),
  message: z.string(),
  attachments: z.array(attachment),
  /** Null: sent by the form, not by email. */
  by_mail: z.enum(inquiriesByMail).nullable(),
  /** The conversation that goes on with it. */
  conversation_id: z.number().nullable(),
  created_at: isoTime,
  /** The agent's answers by e-mail, oldest first. */
  replies: z.array(inquiryReply.pick({ id: true, message: true, attachments: true, created_at: true })),
});
export type OwnInquiry = z.infer<typeof ownInquiry>;

export const contactBody = z.object({
  name: nameText(MAX_NAME_LENGTH, msg('Name is required')),
  email,
  phone: optionalPhone(),
  message: requiredText(MAX_INQUIRY_LENGTH, msg('Message is required')),
  property_interest: z
    .union([z.enum(propertyInterests), z.literal('').transform(() => null)])
    .nullable()
    .optional(),
  property_id: bodyId.nullable().optional(),
  /** Of signed-in senders. */
  attachment_ids: attachmentIds,
});

export const inquiryCounts = z.object({
  all: z.number(),
  new: z.number(),
  read: z.number(),
  replied: z.number(),
  closed: z.number(),
});
export type InquiryCounts = z.infer<typeof inquiryCounts>;

export const inquiriesCalls = {
  create: defineCall('anyone', 'POST /api/agents/{id}/contact', {
    failures: [403],
    example: {
      body: {
        name: 'Ana Reyes',
        email: 'ana@example.com',
        phone: '+63 917 555 0123',
        message: 'Is it still free?',
      },
      answer: { id: 40 },
    },
    budget: { action: 'inquiries', target: 'params.id' },
    summary: 'Leaves a message for an agent, with or without an account',
    body: contactBody,
    answer: z.object({ id: z.number() }),
    status: 201,
  }),
  own: defineCall('user', 'GET /api/inquiries', {
    summary:
      'The caller’s own inquiries, newest first, with what was answered by e-mail (at most 100, or `limit`). `before` is created_at and id of the last one known',
    query: z.object(listPartQuery),
    answer: z.array(ownInquiry),
  }),
  list: defineCall('agent inquiries:read', 'GET /api/agents/{id}/contacts', {
    summary:
      'The agent’s own inquiries, newest first (at most 500, or `limit`). `before` is created_at and id of the last one known; unanswered ones are new or read',
    query: z.object({
      ...listPartQuery,
      search: searchQuery,
      status: z.enum([...inquiryStatuses, 'unanswered']).optional(),
    }),
    answer: z.array(inquiry),
  }),
  counts: defineCall('agent inquiries:read', 'GET /api/agents/{id}/contacts/counts', {
    summary: 'How many of the agent’s own inquiries there are, by status',
    query: z.object(beforeQuery),
    answer: inquiryCounts,
  }),
  setStatus: defineCall('agent inquiries:write', 'PUT /api/agents/{id}/contacts/{contactId}', {
    example: { body: { status: 'read', expected_status: 'new' } },
    summary: 'new → read; new, read, replied → closed; closed → new. Any other change is a conflict',
    body: z.object({
      status: z.enum(inquiryStatuses),
      /** The value for which the change was made: if it differs by now, nothing is changed. */
      expected_status: z.enum(inquiryStatuses).optional(),
    }),
    answer: inquiry,
  }),
  reply: defineCall('agent inquiries:write', 'POST /api/agents/{id}/contacts/{contactId}/reply', {
    example: { body: { message: 'Yes, it is. Would Saturday suit you?', replyMethod: 'email' } },
    summary: 'Answers an inquiry. An e-mail is really sent; phone and SMS are recorded as what the agent did',
    body: z.object({
      message: requiredText(MAX_INQUIRY_REPLY_LENGTH, msg('Please enter a reply message')),
      /** Sent along with an e-mail. */
      attachment_ids: attachmentIds,
      replyMethod: z.enum(replyMethods).default('email'),
    }),
    answer: inquiry,
  }),
};
