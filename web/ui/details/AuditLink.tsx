import { History } from 'lucide-react';
import { Link } from 'react-router';
import { sectionAddress } from '#web/lib/dashboards.ts';
import styles from './AuditLink.module.css';

/** Leads to what admins have done to one thing. */
export function AuditLink({ entityType, entityId }: { entityType: string; entityId: number }) {
  return (
    <Link
      className={styles.link}
      to={sectionAddress('audit', { entity_type: entityType, entity_id: String(entityId) })}
    >
      <History size={16} aria-hidden="true" />
      View in Audit Log
    </Link>
  );
}
