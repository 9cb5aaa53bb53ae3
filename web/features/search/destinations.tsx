import { type AdminAbility, type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';
import { abilityFor } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { DIALOG_FIELD, keepKeys } from '#web/lib/keptKeys.ts';
import { useLocation, useNavigate } from '#web/lib/router.tsx';
import { type Shortcut, useShortcut } from '#web/lib/shortcuts.ts';

export interface Destination {
  label: Message;
  url: string;
  /** Synonyms that people search by. */
  also?: string;
  /** Keys that lead there; see lib/shortcuts.ts. */
  keys?: string;
  ability?: AdminAbility;
}

const NEW_PROPERTY: Destination = {
  label: msg('Add New Property'),
  url: '/agent-dashboard?tab=properties&new=1',
  also: 'create listing post',
};

const everyone: Destination[] = [
  { label: msg('Home'), url: '/', keys: 'g h', also: 'start' },
  { label: msg('Properties'), url: '/properties', also: 'listings buy rent lease map search' },
  { label: msg('Agents'), url: '/agents', also: 'directory' },
  { label: msg('Locations'), url: '/locations', also: 'areas cities districts' },
  { label: msg('Compare'), url: '/compare', also: 'side by side' },
  { label: msg('About Us'), url: '/about', also: 'company' },
];

const account: Destination[] = [
  { label: msg('My Favorites'), url: '/favorites', keys: 'g f', also: 'saved' },
  { label: msg('Profile'), url: '/profile', also: 'account password avatar' },
  { label: msg('Settings'), url: '/settings', keys: 'g s', also: 'preferences notifications privacy' },
];

const agentTab = (label: Message, tab: string, keys: string, also: string): Destination => ({
  label,
  url: `/agent-dashboard?tab=${tab}`,
  keys,
  also,
});

const adminTab = (label: Message, tab: Parameters<typeof abilityFor>[0], also: string, keys?: string) => ({
  label,
  url: `/admin-dashboard?tab=${tab}`,
  also,
  ability: abilityFor(tab),
  ...(keys && { keys }),
});

const ofRole: Record<Role, Destination[]> = {
  user: [
    { label: msg('My Dashboard'), url: '/dashboard', keys: 'g d', also: 'overview' },
    { label: msg('Messages'), url: '/dashboard?tab=messages', keys: 'g m', also: 'chat conversations' },
    { label: msg('Viewings'), url: '/dashboard?tab=viewings', keys: 'g v', also: 'visits appointments' },
    { label: msg('Recently Viewed'), url: '/dashboard?tab=viewed', also: 'history' },
  ],
  agent: [
    NEW_PROPERTY,
    { label: msg('Inbox'), url: '/desk', keys: 'g i', also: 'desk queue clients waiting' },
    { label: msg('Calendar'), url: '/desk/calendar', keys: 'g c', also: 'desk viewings week day' },
    { label: msg('Clients'), url: '/desk/clients', keys: 'g k', also: 'desk people contacts' },
    { label: msg('Insights'), url: '/desk/insights', also: 'desk figures' },
    { label: msg('My Office'), url: '/desk/office', also: 'desk brokerage team colleagues members' },
    { label: msg('Agent Dashboard'), url: '/agent-dashboard', keys: 'g d', also: 'overview' },
    agentTab(msg('My Properties'), 'properties', 'g p', 'listings'),
    agentTab(msg('Messages'), 'messages', 'g m', 'inquiries chat conversations'),
    agentTab(msg('Viewings'), 'viewings', 'g v', 'calendar appointments'),
    agentTab(msg('Analytics'), 'analytics', 'g a', 'figures charts revenue'),
  ],
  admin: [
    { label: msg('Admin Dashboard'), url: '/admin-dashboard', keys: 'g d', also: 'overview' },
    adminTab(msg('Admin: Users'), 'users', 'accounts people', 'g u'),
    adminTab(msg('Admin: Agents'), 'agents', 'applications approvals', 'g a'),
    adminTab(msg('Admin: Properties'), 'properties', 'listings moderation', 'g p'),
    adminTab(msg('Admin: Buildings'), 'buildings', 'projects condominiums towers'),
    adminTab(msg('Admin: Messages'), 'messages', 'conversations', 'g m'),
    adminTab(msg('Admin: Settings'), 'settings', 'system mail backup'),
    adminTab(msg('Admin: Audit Log'), 'audit', 'history changes'),
  ],
};

/** The pages that a person may open, the own tools first. @param role null: a visitor */
export function destinationsOf(role: Role | null, adminRole: AdminRole | null = null): Destination[] {
  if (role === null) return everyone;
  const own = ofRole[role].filter(({ ability }) => !ability || isAllowed(adminRole, ability));
  return [...own, ...account, ...everyone];
}

export function GoShortcuts({ role, adminRole }: { role: Role; adminRole: AdminRole | null }) {
  return (
    <>
      {destinationsOf(role, adminRole).map(({ label, url, keys }) =>
        keys ? <GoShortcut key={keys} label={t(label)} url={url} keys={keys} group={t('Go to')} /> : null,
      )}
      {role === 'agent' && <NewPropertyShortcut />}
    </>
  );
}

function NewPropertyShortcut() {
  const { pathname, search } = useLocation();
  const isOnProperties =
    pathname === '/agent-dashboard' && new URLSearchParams(search).get('tab') === 'properties';
  return isOnProperties ? (
    <GoShortcut {...NEW_PROPERTY} label={t(NEW_PROPERTY.label)} keys="n" group={t('My Properties')} opensForm />
  ) : null;
}

interface GoShortcutProps extends Omit<Shortcut, 'run'> {
  url: string;
  /** The page begins with a form in a dialog. */
  opensForm?: boolean;
}

function GoShortcut({ keys, label, url, group, opensForm = false }: GoShortcutProps) {
  const navigate = useNavigate();
  const run = () => {
    if (opensForm) keepKeys(DIALOG_FIELD);
    void navigate(url);
  };
  useShortcut({ keys, label, group, run });
  return null;
}
