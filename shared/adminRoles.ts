import { type Message, msg } from './messages.ts';

export const adminRoles = ['owner', 'moderator', 'support', 'auditor'] as const;
export type AdminRole = (typeof adminRoles)[number];

/**
 * The abilities of administrators, by role: the only such list. The server's access check, the menus and buttons of the
 * web UI, the description of the API and the tests of access all read it. Every admin call names its ability.
 */
export const adminAbilities = {
  /** Counters without names. */
  'figures.read': ['owner', 'moderator', 'support', 'auditor'],

  'accounts.read': ['owner', 'support', 'auditor'],
  /** All accounts as one file. */
  'accounts.export': ['owner', 'auditor'],
  'accounts.setStatus': ['owner', 'support'],
  /** A new address or password opens another person's account to the administrator who sets it. */
  'accounts.write': ['owner'],
  'accounts.setPassword': ['owner'],
  'accounts.delete': ['owner'],
  /** Everything about accounts of administrators, and about accounts that are to become one. */
  'admins.manage': ['owner'],

  'applications.read': ['owner', 'moderator', 'auditor'],
  'applications.decide': ['owner', 'moderator'],

  /** Listings that are hidden from the public, too. */
  'listings.read': ['owner', 'moderator', 'auditor'],
  /** Hide, show, correct and delete. */
  'listings.moderate': ['owner', 'moderator'],

  'reviews.moderate': ['owner', 'moderator'],

  /** Private messages, and which two people exchange them. */
  'conversations.read': ['owner', 'moderator'],
  'conversations.moderate': ['owner', 'moderator'],

  /** Reports, likely duplicates and licences. */
  'trust.read': ['owner', 'moderator', 'auditor'],
  'trust.decide': ['owner', 'moderator'],

  'erasures.read': ['owner', 'support', 'auditor'],
  'erasures.decide': ['owner'],

  'auditLog.read': ['owner', 'auditor'],

  'settings.manage': ['owner'],
  'backups.manage': ['owner'],
  'jobs.manage': ['owner'],
} as const satisfies Record<string, readonly AdminRole[]>;

export type AdminAbility = keyof typeof adminAbilities;

/** @param role of an administrator; null for other accounts, which have no ability. */
export function isAllowed(role: AdminRole | null | undefined, ability: AdminAbility): boolean {
  const roles: readonly AdminRole[] = adminAbilities[ability];
  return role !== null && role !== undefined && roles.includes(role);
}

/** The role to ask, as a sentence for an administrator whose role does not include the ability. */
export function whoIsAllowed(ability: AdminAbility): Message {
  return msg(
    '{roles, select, owner {Only an owner can do this} owner_moderator {Only an owner or a moderator can do this} owner_support {Only an owner or a support administrator can do this} owner_auditor {Only an owner or an auditor can do this} owner_moderator_auditor {Only an owner, a moderator or an auditor can do this} owner_support_auditor {Only an owner, a support administrator or an auditor can do this} other {Your role as an administrator does not include this}}',
    { roles: adminAbilities[ability].join('_') },
  );
}
