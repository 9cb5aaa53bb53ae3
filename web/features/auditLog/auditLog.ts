import type { AuditEntry, AuditList } from '#shared/contracts/auditLog.ts';
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

export type AuditState = ListState<typeof auditSchema>;

export const auditQuery = (state: AuditState) =>
  adminListQuery<AuditList>('audit', '/api/admin/audit-log', { ...state, limit: AUDIT_PAGE_SIZE });

interface FieldChange {
  field: string;
  /** Null where it was not there, or is no longer. */
  from: string | null;
  to: string | null;
}

/** A long text is cut: the log shows that it changed, not all of it. */
const MAX_VALUE_LENGTH = 160;

/** 'moderation_status' and 'smtpPort' become 'Moderation status' and 'Smtp port'. */
export function spellName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'user.suspend' becomes 'User: suspend'. */
export function spellAction(action: string): string {
  const [thing = '', ...verb] = action.split('.');
  return verb.length === 0
    ? spellName(thing)
    : `${spellName(thing)}: ${spellName(verb.join(' ')).toLowerCase()}`;
}

/** 'User #12', or 'Settings' where there is no number. */
export function spellThing({
  entity_type,
  entity_id,
}: Pick<AuditEntry, 'entity_type' | 'entity_id'>): string {
  return entity_id === null ? spellName(entity_type) : `${spellName(entity_type)} #${entity_id}`;
}

export function spellValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** What differs, field by field, in the order of the newer state. */
export function readChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...fields].map((field) => ({
    field: spellName(field),
    from: spellValue(before?.[field]),
    to: spellValue(after?.[field]),
  }));
}
