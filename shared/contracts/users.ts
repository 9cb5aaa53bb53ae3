import { z } from 'zod';
import { adminRoles } from '../adminRoles.ts';
import { MAX_NAME_LENGTH, MAX_REASON_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { agentFields, email, newPassword, roles, user, userStatuses } from './auth.ts';
import {
  ADMIN_PAGE_SIZE,
  bulkAnswer,
  bulkIds,
  calendarDay,
  csvFile,
  defineCall,
  isoTime,
  nameText,
  optionalInQuery,
  optionalPhone,
  orderQuery,
  pagination,
  paginationQuery,
  requiredText,
  searchQuery,
} from './common.ts';

/** An account as an admin sees it; the extras are an agent's or an applicant's. */
export const adminUser = user
  .omit({ agent: true, pending_email: true, contact_email: true, language: true })
  .extend({
    specialization: z.string().nullable(),
    location: z.string().nullable(),
    bio: z.string().nullable(),
    /** In years, as text ('12 years'); null where there is no agent profile. */
    experience: z.string().nullable(),
    license_number: z.string().nullable(),
    application_status: agentFields.shape.application_status.nullable(),
    has_second_factor: z.boolean(),
    /** When a session was last used, or a device last signed in; null where no trace is kept. */
    last_seen_at: isoTime.nullable(),
  });
export type AdminUser = z.infer<typeof adminUser>;

const day = calendarDay();

export const userFilters = {
  search: searchQuery,
  role: optionalInQuery(z.enum(['all', ...roles])),
  status: optionalInQuery(z.enum(['all', ...userStatuses])),
  /** Whether there is an application to become an agent, and its state. */
  application: optionalInQuery(z.enum(['all', 'none', ...agentFields.shape.application_status.options])),
  confirmed: optionalInQuery(z.enum(['all', 'yes', 'no'])),
  /** Days in Asia/Manila, both included. */
  joined_from: optionalInQuery(day),
  joined_to: optionalInQuery(day),
  sort: optionalInQuery(z.enum(['name', 'email', 'role', 'status', 'created_at', 'last_seen_at'])),
  order: orderQuery,
};
export const adminUserQuery = z.object({
  ...userFilters,
  /** Sorted by name: the page on which the names with this letter begin. */
  letter: optionalInQuery(z.string().regex(/^[a-z]$/, msg('Must be a letter from a to z').id)),
  ...paginationQuery(ADMIN_PAGE_SIZE),
});
export type AdminUserQuery = z.infer<typeof adminUserQuery>;
export const adminUserList = z.object({ users: z.array(adminUser), pagination });
export type AdminUserList = z.infer<typeof adminUserList>;

const userFields = {
  name: nameText(MAX_NAME_LENGTH, msg('Name is required')),
  email,
  phone: optionalPhone(),
  role: z.enum(roles).default('user'),
  /** Of administrators; ignored for other accounts. */
  admin_role: z.enum(adminRoles).nullish(),
  status: z.enum(userStatuses).default('active'),
};
export const newUserBody = z.object({ ...userFields, password: newPassword });

export const usersCalls = {
  list: defineCall('admin accounts.read', 'GET /api/admin/users', {
    summary: 'Accounts: searched by name, e-mail, phone and #id, filtered, sorted, a page',
    query: adminUserQuery,
    answer: adminUserList,
  }),
  export: defineCall('admin accounts.export', 'GET /api/admin/users/export', {
    summary: 'The same accounts as a CSV file, all pages',
    query: z.object(userFilters),
    stepUp: true,
    ...csvFile,
  }),
  create: defineCall('admin accounts.write', 'POST /api/admin/users', {
    summary:
      'Creates an account; an active one of role agent is an approved agent, an admin without an admin_role an owner',
    body: newUserBody,
    answer: adminUser,
    status: 201,
  }),
  setStatuses: defineCall('admin accounts.setStatus', 'PUT /api/admin/users/status', {
    summary:
      'Sets the status of several accounts, each in its own right: the answer says what came of each. Never of one’s own',
    body: z.object({ ids: bulkIds, status: z.enum(['active', 'inactive', 'suspended'] as const) }),
    answer: bulkAnswer(z.object({ status: z.enum(userStatuses) })),
  }),
  update: defineCall('admin accounts.write', 'PUT /api/admin/users/{id}', {
    summary:
      'Changes an account; a new password or an end of its activity signs it out everywhere. An owner is always left',
    body: z.object({
      ...userFields,
      role: z.enum(roles),
      status: z.enum(userStatuses),
      /** Blank or left out keeps the present one. */
      password: z.union([z.literal('').transform(() => undefined), newPassword]).optional(),
    }),
    answer: adminUser,
  }),
  setStatus: defineCall('admin accounts.setStatus', 'PUT /api/admin/users/{id}/status', {
    summary: 'Sets an account’s status; suspended and inactive ones are signed out everywhere',
    body: z.object({ status: z.enum(userStatuses) }),
    answer: adminUser,
  }),
  setPassword: defineCall('admin accounts.setPassword', 'PUT /api/admin/users/{id}/password', {
    summary: 'Sets a new password and signs the account out everywhere',
    body: z.object({ newPassword }),
    answer: z.object({ message: z.string() }),
    stepUp: true,
  }),
  remove: defineCall('admin accounts.delete', 'DELETE /api/admin/users/{id}', {
    summary:
      'Deletes an account that is not an admin’s: conversations stay for the other side, listings are unlisted',
    answer: z.object({ id: z.number() }),
    stepUp: true,
  }),
  removeSecondFactor: defineCall('admin accounts.setPassword', 'DELETE /api/admin/users/{id}/second-factor', {
    summary: 'Ends the second factor of somebody else who can no longer use it; the person is told by mail',
    body: z.object({ reason: requiredText(MAX_REASON_LENGTH, msg('Please give a reason')) }),
    answer: z.object({ id: z.number() }),
    stepUp: true,
  }),
};
