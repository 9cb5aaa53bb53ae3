import {
  Building2,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Scale,
  Settings,
  ShieldCheck,
  UserCheck,
  UsersRound,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/ui/Badge.tsx';
import styles from './AdminNav.module.css';
import { type AdminSectionId, adminSections, sectionAddress } from './adminSections.ts';

const icons: Record<AdminSectionId, LucideIcon> = {
  overview: LayoutDashboard,
  users: UsersRound,
  agents: UserCheck,
  properties: Building2,
  messages: MessagesSquare,
  trust: Scale,
  privacy: ShieldCheck,
  settings: Settings,
  audit: History,
};

interface AdminNavProps {
  active: AdminSectionId;
  /** How many applications wait for a decision. */
  pendingAgents: number;
}

/** Links, not tabs: a section can be opened in a window of its own, and Back leads to the one before. */
export function AdminNav({ active, pendingAgents }: AdminNavProps) {
  const list = useRef<HTMLUListElement>(null);

  // On a phone the row scrolls sideways: the active section is the one to be seen.
  useEffect(() => {
    const box = list.current;
    const link = box?.querySelector<HTMLElement>(`[data-section="${active}"]`);
    if (!box || !link) return;
    box.scrollLeft += link.getBoundingClientRect().left - box.getBoundingClientRect().left - 16;
  }, [active]);

  return (
    <nav className={styles.nav} aria-label="Admin sections">
      <ul ref={list} className={styles.list}>
        {adminSections.map(({ id, label }) => {
          const Icon = icons[id];
          return (
            <li key={id}>
              <Link
                className={styles.link}
                to={sectionAddress(id)}
                data-section={id}
                aria-current={id === active ? 'page' : undefined}
              >
                <Icon size={20} aria-hidden="true" />
                {label}
                {id === 'agents' && pendingAgents > 0 && (
                  <Badge tone="warning">
                    {pendingAgents}
                    <span className={styles.hidden}> waiting for approval</span>
                  </Badge>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
