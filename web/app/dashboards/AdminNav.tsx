import {
  Building2,
  History,
  House,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Scale,
  Settings,
  ShieldCheck,
  UserCheck,
  UsersRound,
} from 'lucide-react';
import { useRef } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { type AdminSectionId, adminSections, sectionAddress } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { useActiveInView } from '#web/ui/layout/Tabs.tsx';

const icons: Record<AdminSectionId, LucideIcon> = {
  overview: LayoutDashboard,
  users: UsersRound,
  agents: UserCheck,
  properties: House,
  buildings: Building2,
  messages: MessagesSquare,
  trust: Scale,
  privacy: ShieldCheck,
  settings: Settings,
  audit: History,
  jobs: ListChecks,
};

interface AdminNavProps {
  active: AdminSectionId;
  /** Number of open cases by section. */
  waiting: Partial<Record<AdminSectionId, number>>;
}

/** Read out after the count, for screen readers. */
const waitingWords: Partial<Record<AdminSectionId, Message>> = {
  agents: msg('waiting for approval'),
  properties: msg('waiting for approval'),
};

const WAITING = msg('waiting for a decision');

/** Links instead of tabs, so that sections can be opened in new windows and Back works. */
export function AdminNav({ active, waiting }: AdminNavProps) {
  const isAllowed = useIsAllowed();
  const list = useRef<HTMLUListElement>(null);
  useActiveInView(list, active);

  return (
    <nav
      className="sticky top-[calc(var(--s-header-height)_+_var(--s-space-5))] min-w-0 max-xl:static max-xl:mx-[calc(-1_*_var(--s-page-gutter))]"
      aria-label={t('Admin sections')}
    >
      <ul
        ref={list}
        className="grid gap-1 max-xl:flex max-xl:pt-1 max-xl:px-gutter max-xl:pb-3 max-xl:border-b max-xl:border-b-line max-xl:overflow-x-auto max-xl:overflow-y-hidden max-xl:[scrollbar-width:none] max-xl:*:flex-none"
      >
        {adminSections.map(({ id, label, ability }) => {
          if (!isAllowed(ability)) return null;
          const Icon = icons[id];
          const count = waiting[id] ?? 0;
          return (
            <li key={id}>
              <Link
                className="relative flex items-center gap-3 min-h-11 py-0 px-3 rounded-[0.625rem] text-muted text-[0.9375rem] font-semibold no-underline whitespace-nowrap hover:bg-[color-mix(in_srgb,var(--s-text)_6%,transparent)] hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary [&>span]:ml-auto"
                to={sectionAddress(id)}
                aria-current={id === active ? 'page' : undefined}
              >
                <Icon size={20} />
                {t(label)}
                {count > 0 && (
                  <Badge tone="warning">
                    {count}
                    <span className="visuallyHidden"> {t(waitingWords[id] ?? WAITING)}</span>
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
