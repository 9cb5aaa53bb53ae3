import type { AdminRole } from '#shared/adminRoles.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { t } from '#web/lib/i18n.tsx';
import { DIALOG_FIELD, keepKeys } from '#web/lib/keptKeys.ts';
import { useLocation, useNavigate } from '#web/lib/router.tsx';
import { type Shortcut, useShortcut } from '#web/lib/shortcuts.ts';
import { destinationsOf, NEW_PROPERTY } from './destinations.ts';

/** The keys that lead to pages, for signed-in users. */
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
    <GoShortcut
      {...NEW_PROPERTY}
      label={t(NEW_PROPERTY.label)}
      keys="n"
      group={t('My Properties')}
      opensForm
    />
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
