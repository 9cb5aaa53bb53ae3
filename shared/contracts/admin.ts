import { z } from 'zod';
import { licenseStates } from '../licenses.ts';
import { agentFields, email, newPassword, roles, user, userStatuses } from './auth.ts';
import {
  defineCall,
  idParams,
  isoTime,
  MAX_PAGE_SIZE,
  optionalText,
  pagination,
  paginationQuery,
  requiredText,
} from './common.ts';
import { conversationStatuses } from './conversations.ts';
import { listingTypes, moderationStatuses, optionalInQuery, property, propertyTypes } from './properties.ts';

export const ADMIN_PAGE_SIZE = 10;

const search = optionalInQuery(z.string().trim().max(200, 'Search is too long'));
const order = optionalInQuery(z.enum(['asc', 'desc']));

/** Why a person's listing, application or conversation is touched: it is told to them, or kept in the audit log. */
const reason = (whenBlank: string) => requiredText(1_000, whenBlank);

export const dashboardStats = z.object({
  totalUsers: z.number(),
  totalAgents: z.number(),
  totalProperties: z.number(),
  pendingAgents: z.number(),
  activeUsers: z.number(),
  totalMessages: z.number(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

/** An account as an admin sees it; the extras are an agent's or an applicant's. */
export const adminUser = user.omit({ agent: true }).extend({
  specialization: z.string().nullable(),
  location: z.string().nullable(),
  bio: z.string().nullable(),
  /** In years, as text ('12 years'); null where there is no agent profile. */
  experience: z.string().nullable(),
  license_number: z.string().nullable(),
  application_status: agentFields.shape.application_status.nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

const userFilters = {
  search,
  role: optionalInQuery(z.enum(['all', ...roles])),
  status: optionalInQuery(z.enum(['all', ...userStatuses])),
  sort: optionalInQuery(z.enum(['name', 'email', 'role', 'status', 'created_at'])),
  order,
};
export const adminUserQuery = z.object({ ...userFilters, ...paginationQuery(ADMIN_PAGE_SIZE) });
export type AdminUserQuery = z.infer<typeof adminUserQuery>;
export const adminUserList = z.object({ users: z.array(adminUser), pagination });
export type AdminUserList = z.infer<typeof adminUserList>;

const userFields = {
  name: requiredText(120, 'Name is required'),
  email,
  phone: optionalText(40),
  role: z.enum(roles).default('user'),
  status: z.enum(userStatuses).default('active'),
};
export const newUserBody = z.object({ ...userFields, password: newPassword });
export const userChangesBody = z.object({
  name: userFields.name,
  email,
  phone: userFields.phone,
  role: z.enum(roles),
  status: z.enum(userStatuses),
  /** Blank or left out keeps the one there is. */
  password: z.union([z.literal('').transform(() => undefined), newPassword]).optional(),
});

/** A pending application, with what the applicant wrote. */
export const pendingAgent = adminUser.extend({
  title: z.string().nullable(),
  languages: z.array(z.string()),
  certifications: z.array(z.string()),
  /** Of somebody who was an agent before, the number may have been checked. */
  license_state: z.enum(licenseStates),
  applied_at: isoTime,
});
export type PendingAgent = z.infer<typeof pendingAgent>;

/** A listing as an admin sees it: `status` is the moderation status, `listing_status` the agent's own. */
export const adminProperty = property.omit({ status: true }).extend({
  status: z.enum(moderationStatuses),
  listing_status: property.shape.status,
  /** What the agent was told when it was last taken off or rejected. */
  moderation_reason: z.string().nullable(),
});
export type AdminProperty = z.infer<typeof adminProperty>;

const propertyFilters = {
  search,
  status: optionalInQuery(z.enum(['all', ...moderationStatuses])),
  type: optionalInQuery(z.enum(propertyTypes)),
  listing_type: optionalInQuery(z.enum(listingTypes)),
  sort: optionalInQuery(z.enum(['title', 'city', 'agent', 'price', 'status', 'created_at'])),
  order,
};
export const adminPropertyQuery = z.object({ ...propertyFilters, ...paginationQuery(MAX_PAGE_SIZE) });
export type AdminPropertyQuery = z.infer<typeof adminPropertyQuery>;
export const adminPropertyList = z.object({ properties: z.array(adminProperty), pagination });
export type AdminPropertyList = z.infer<typeof adminPropertyList>;

export const messageStats = z.object({
  totalConversations: z.number(),
  totalMessages: z.number(),
  /** With a message in the last seven days. */
  activeConversations: z.number(),
  unreadMessages: z.number(),
  /** Of the last 24 hours. */
  recentMessages: z.number(),
});
export type MessageStats = z.infer<typeof messageStats>;

const party = z.object({ id: z.number().nullable(), name: z.string(), email: z.string().nullable() });

export const adminConversation = z.object({
  id: z.number(),
  subject: z.string(),
  status: z.enum(conversationStatuses),
  user: party,
  agent: party,
  property: z.object({ id: z.number(), title: z.string() }).nullable(),
  message_count: z.number(),
  last_message_at: isoTime.nullable(),
  created_at: isoTime,
  updated_at: isoTime,
});
export type AdminConversation = z.infer<typeof adminConversation>;

const conversationFilters = {
  search,
  status: optionalInQuery(z.enum(['all', ...conversationStatuses])),
  sort: optionalInQuery(z.enum(['created_at', 'last_message_at', 'status'])),
  order,
};
export const adminConversationQuery = z.object({
  ...conversationFilters,
  ...paginationQuery(ADMIN_PAGE_SIZE),
});
export type AdminConversationQuery = z.infer<typeof adminConversationQuery>;
export const adminConversationList = z.object({ conversations: z.array(adminConversation), pagination });
export type AdminConversationList = z.infer<typeof adminConversationList>;

export const adminMessage = z.object({
  id: z.number(),
  content: z.string(),
  sender_type: z.enum(['user', 'agent']),
  sender_name: z.string(),
  created_at: isoTime,
  read_at: isoTime.nullable(),
});
export type AdminMessage = z.infer<typeof adminMessage>;

export const adminConversationDetail = z.object({
  conversation: adminConversation,
  messages: z.array(adminMessage),
});
export type AdminConversationDetail = z.infer<typeof adminConversationDetail>;

const done = z.object({ message: z.string() });

export const adminCalls = {
  stats: defineCall({
    method: 'get',
    path: '/api/admin/stats',
    access: 'admin',
    summary: 'The counters of the overview',
    answer: dashboardStats,
  }),
  users: defineCall({
    method: 'get',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Accounts: searched by name, e-mail and phone, filtered, sorted, a page',
    query: adminUserQuery,
    answer: adminUserList,
  }),
  exportUsers: defineCall({
    method: 'get',
    path: '/api/admin/users/export',
    access: 'admin',
    summary: 'The same accounts as a CSV file, all pages',
    query: z.object(userFilters),
    answer: z.string(),
    fileType: 'text/csv',
  }),
  createUser: defineCall({
    method: 'post',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Creates an account; an active one of role agent is an approved agent',
    body: newUserBody,
    answer: adminUser,
    status: 201,
  }),
  updateUser: defineCall({
    method: 'put',
    path: '/api/admin/users/{id}',
    access: 'admin',
    summary: 'Changes an account; a new password or an end of its activity signs it out everywhere',
    params: idParams,
    body: userChangesBody,
    answer: adminUser,
  }),
  setUserStatus: defineCall({
    method: 'put',
    path: '/api/admin/users/{id}/status',
    access: 'admin',
    summary: 'Sets an account’s status; suspended and inactive ones are signed out everywhere',
    params: idParams,
    body: z.object({ status: z.enum(userStatuses) }),
    answer: adminUser,
  }),
  setUserPassword: defineCall({
    method: 'put',
    path: '/api/admin/users/{id}/password',
    access: 'admin',
    summary: 'Sets a new password and signs the account out everywhere',
    params: idParams,
    body: z.object({ newPassword }),
    answer: done,
  }),
  deleteUser: defineCall({
    method: 'delete',
    path: '/api/admin/users/{id}',
    access: 'admin',
    summary:
      'Deletes an account that is not an admin’s: conversations stay for the other side, listings are unlisted',
    params: idParams,
    answer: z.object({ id: z.number() }),
  }),
  pendingAgents: defineCall({
    method: 'get',
    path: '/api/admin/pending-agents',
    access: 'admin',
    summary: 'Applications that wait for a decision, oldest first',
    answer: z.array(pendingAgent),
  }),
  approveAgent: defineCall({
    method: 'put',
    path: '/api/admin/agents/{id}/approve',
    access: 'admin',
    summary: 'Approves a pending application',
    params: idParams,
    answer: adminUser,
  }),
  rejectAgent: defineCall({
    method: 'put',
    path: '/api/admin/agents/{id}/reject',
    access: 'admin',
    summary: 'Rejects a pending application; it cannot be undone',
    params: idParams,
    body: z.object({ reason: optionalText(1_000) }),
    answer: adminUser,
  }),
  properties: defineCall({
    method: 'get',
    path: '/api/admin/properties',
    access: 'admin',
    summary: 'All listings, hidden ones included: searched, filtered, sorted, a page',
    query: adminPropertyQuery,
    answer: adminPropertyList,
  }),
  exportProperties: defineCall({
    method: 'get',
    path: '/api/admin/properties/export',
    access: 'admin',
    summary: 'The same listings as a CSV file, all pages',
    query: z.object(propertyFilters),
    answer: z.string(),
    fileType: 'text/csv',
  }),
  property: defineCall({
    method: 'get',
    path: '/api/admin/properties/{id}',
    access: 'admin',
    summary: 'One listing, hidden or not',
    params: idParams,
    answer: adminProperty,
  }),
  setPropertyStatus: defineCall({
    method: 'put',
    path: '/api/admin/properties/{id}/status',
    access: 'admin',
    summary: 'Moderates a listing: only active ones are public. The reason is told to the agent',
    params: idParams,
    body: z.object({ status: z.enum(moderationStatuses), reason: optionalText(1_000) }),
    answer: adminProperty,
  }),
  deleteProperty: defineCall({
    method: 'delete',
    path: '/api/admin/properties/{id}',
    access: 'admin',
    summary: 'Deletes a listing',
    params: idParams,
    answer: z.object({ id: z.number() }),
  }),
  messageStats: defineCall({
    method: 'get',
    path: '/api/admin/messages/stats',
    access: 'admin',
    summary: 'The counters of the messages section',
    answer: messageStats,
  }),
  conversations: defineCall({
    method: 'get',
    path: '/api/admin/conversations',
    access: 'admin',
    summary: 'Conversations without their words: searched by participant, filtered, a page',
    query: adminConversationQuery,
    answer: adminConversationList,
  }),
  exportConversations: defineCall({
    method: 'get',
    path: '/api/admin/conversations/export',
    access: 'admin',
    summary: 'The same conversations as a CSV file, all pages, without their words',
    query: z.object(conversationFilters),
    answer: z.string(),
    fileType: 'text/csv',
  }),
  conversation: defineCall({
    method: 'get',
    path: '/api/admin/conversations/{id}',
    access: 'admin',
    summary: 'A private conversation with its messages; the reason for reading it goes to the audit log',
    params: idParams,
    query: z.object({ reason: reason('Please say why you read this conversation') }),
    answer: adminConversationDetail,
  }),
  setConversationStatus: defineCall({
    method: 'put',
    path: '/api/admin/conversations/{id}/status',
    access: 'admin',
    summary: 'Opens, suspends or closes a conversation',
    params: idParams,
    body: z.object({ status: z.enum(conversationStatuses) }),
    answer: adminConversation,
  }),
};
