import { History } from 'lucide-react';
import { sectionAddress } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';

/** A link to the audit log of one record. */
export function AuditLink({ entityType, entityId }: { entityType: string; entityId: number }) {
  return (
    <Link
      className="inline-flex items-center gap-2 justify-self-start min-h-11 text-sm font-semibold"
      to={sectionAddress('audit', { entity_type: entityType, entity_id: String(entityId) })}
    >
      <History size={16} />
      {t('View in Audit Log')}
    </Link>
  );
}
