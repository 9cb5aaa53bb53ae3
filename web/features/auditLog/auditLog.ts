import type { AuditEntry } from '#shared/contracts/auditLog.ts';
import { type Message, msg } from '#shared/messages.ts';
import { allSettings } from '#shared/systemSettings.ts';
import { adminListQuery } from '#web/lib/adminData.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

/** Specification, part 3 §9. */
export const AUDIT_PAGE_SIZE = 25;

export const auditSchema = {
  actor: 'id',
  action: 'text',
  entity_type: 'text',
  entity_id: 'id',
  from: 'day',
  to: 'day',
} as const satisfies UrlSchema;

type AuditState = ListState<typeof auditSchema>;

export const auditQuery = (state: AuditState) =>
  adminListQuery('auditLog.list', { query: { ...state, limit: AUDIT_PAGE_SIZE } });

interface FieldChange {
  field: string;
  /** Null where it was not there, or is no longer. */
  from: string | null;
  to: string | null;
}

/** A long text is cut: the log shows that it changed, not all of it. */
const MAX_VALUE_LENGTH = 160;

/** Names of actions, by the stored code. */
const actionWords: Record<string, Message> = {
  'user.create': msg('User: create'),
  'user.update': msg('User: update'),
  'user.password': msg('User: password'),
  'user.delete': msg('User: delete'),
  'user.second_factor_remove': msg('User: second factor remove'),
  'user.activate': msg('User: activate'),
  'user.deactivate': msg('User: deactivate'),
  'user.suspend': msg('User: suspend'),
  'user.hold': msg('User: hold'),
  'agent.approve': msg('Agent: approve'),
  'agent.reject': msg('Agent: reject'),
  'property.moderate': msg('Property: moderate'),
  'property.delete': msg('Property: delete'),
  'building.create': msg('Building: create'),
  'building.update': msg('Building: update'),
  'building.merge': msg('Building: merge'),
  'building.delete': msg('Building: delete'),
  'conversation.read': msg('Conversation: read'),
  'conversation.status': msg('Conversation: status'),
  'review.delete': msg('Review: delete'),
  'report.accept': msg('Report: accept'),
  'report.dismiss': msg('Report: dismiss'),
  'signal.dismiss': msg('Signal: dismiss'),
  'signal.act': msg('Signal: act'),
  'duplicate.dismiss': msg('Duplicate: dismiss'),
  'duplicate.same_home': msg('Duplicate: same home'),
  'duplicate.confirm': msg('Duplicate: confirm'),
  'license.check': msg('License: check'),
  'license.lapse': msg('License: lapse'),
  'settings.update': msg('Settings: update'),
  'settings.test_email': msg('Settings: test email'),
  'backup.create': msg('Backup: create'),
  'backup.download': msg('Backup: download'),
  'backup.drill': msg('Backup: drill'),
  'backup.delete': msg('Backup: delete'),
  'job.retry': msg('Job: retry'),
  'outbound.release': msg('Outgoing mail and messages: release'),
  'privacy.erase': msg('Privacy: erase'),
  'privacy.refuse': msg('Privacy: refuse'),
  'audit.seal': msg('Audit: seal'),
  'layer.load': msg('Layer: load'),
  'layer.remove': msg('Layer: remove'),
};

/** Names of entities and of their fields. */
const nameWords: Record<string, Message> = {
  user: msg('User'),
  property: msg('Property'),
  building: msg('Building'),
  conversation: msg('Conversation'),
  review: msg('Review'),
  report: msg('Report'),
  signal: msg('Signal'),
  duplicate: msg('Duplicate listing'),
  settings: msg('Settings'),
  backup: msg('Backup'),
  job: msg('Job'),
  outbound: msg('Outgoing mail and messages'),
  audit: msg('Audit'),
  layer: msg('Layer'),
  office: msg('Office'),
  agent: msg('Agent'),
  license: msg('License'),
  privacy: msg('Privacy'),
  name: msg('Name'),
  email: msg('Email'),
  phone: msg('Phone'),
  role: msg('Role'),
  admin_role: msg('Admin role'),
  status: msg('Status'),
  password: msg('Password'),
  reason: msg('Reason'),
  moderation_status: msg('Moderation status'),
  moderation_reason: msg('Moderation reason'),
  title: msg('Title'),
  city: msg('City'),
  listings: msg('Listings'),
  merged_into: msg('Merged into'),
  category: msg('Category'),
  recipient: msg('Recipient'),
  kind: msg('Kind'),
  last_error: msg('Last error'),
  rating: msg('Rating'),
  is_verified: msg('Is verified'),
  reports: msg('Reports'),
  agent_id: msg('Agent id'),
  reviewer_id: msg('Reviewer id'),
  user_id: msg('User id'),
  property_id: msg('Property id'),
  older_id: msg('Older id'),
  newer_id: msg('Newer id'),
  taken_off: msg('Taken off'),
  unlisted: msg('Unlisted'),
  license_number: msg('License number'),
  license_expires_on: msg('License expires on'),
  bytes: msg('Bytes'),
  entries: msg('Entries'),
  source: msg('Source'),
  date: msg('Date'),
  application_status: msg('Application status'),
  comment: msg('Comment'),
  ...Object.fromEntries(
    Object.entries(allSettings).flatMap(([key, { name }]) => (name ? [[key, name] as const] : [])),
  ),
};

/** Values of fields that hold one of a few words. */
const valueWords: Record<string, Message> = {
  active: msg('active'),
  inactive: msg('inactive'),
  suspended: msg('suspended'),
  pending: msg('pending'),
  approved: msg('approved'),
  rejected: msg('rejected'),
  closed: msg('closed'),
  open: msg('open'),
  accepted: msg('accepted'),
  dismissed: msg('dismissed'),
  confirmed: msg('confirmed'),
  user: msg('user'),
  agent: msg('agent'),
  admin: msg('admin'),
  owner: msg('owner'),
  moderator: msg('moderator'),
  support: msg('support'),
  auditor: msg('auditor'),
  changed: msg('changed'),
  hidden: msg('hidden'),
  none: msg('none'),
};
const FIELDS_OF_WORDS = /^(status|role|admin_role|moderation_status|application_status|password|smtpPassword)$/;

/** The name of an entity or field; a code without a name is spelled out: 'moderation_status' becomes 'Moderation status'. */
export function spellName(name: string): string {
  const known = Object.hasOwn(nameWords, name) && nameWords[name];
  if (known) return t(known);
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'user.suspend' becomes 'User: suspend'. */
export function spellAction(action: string): string {
  const known = Object.hasOwn(actionWords, action) && actionWords[action];
  if (known) return t(known);
  const [thing = '', ...verb] = action.split('.');
  return verb.length === 0 ? spellName(thing) : `${spellName(thing)}: ${spellName(verb.join(' ')).toLowerCase()}`;
}

/** 'User #12', or 'Settings' where there is no number. */
export function spellThing({ entity_type, entity_id }: Pick<AuditEntry, 'entity_type' | 'entity_id'>): string {
  return entity_id === null ? spellName(entity_type) : `${spellName(entity_type)} #${entity_id}`;
}

export function spellValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

const spellWord = (field: string, value: unknown) => {
  const known =
    FIELDS_OF_WORDS.test(field) && Object.hasOwn(valueWords, String(value)) && valueWords[String(value)];
  return known ? t(known) : spellValue(value);
};

/** The differences field by field, in the order of the newer state. */
export function readChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...fields].map((field) => ({
    field: spellName(field),
    from: spellWord(field, before?.[field]),
    to: spellWord(field, after?.[field]),
  }));
}
