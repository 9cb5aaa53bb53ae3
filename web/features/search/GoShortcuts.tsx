import { useLocation, useNavigate } from 'react-router';
import type { Role } from '#shared/contracts/auth.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { type Destination, destinationsOf, NEW_PROPERTY } from './destinations.ts';

/** The keys that lead to pages, for who is signed in. */
export function GoShortcuts({ role }: { role: Role }) {
  return (
    <>
      {destinationsOf(role).map(({ label, url, keys }) =>
        keys ? <GoShortcut key={keys} label={label} url={url} keys={keys} group="Go to" /> : null,
      )}
      {role === 'agent' && <NewPropertyShortcut />}
    </>
  );
}

function NewPropertyShortcut() {
  const { pathname, search } = useLocation();
  const isOnProperties =
    pathname === '/agent-dashboard' && new URLSearchParams(search).get('tab') === 'properties';
  return isOnProperties ? <GoShortcut {...NEW_PROPERTY} keys="n" group="My Properties" /> : null;
}

function GoShortcut({ keys, label, url, group }: Required<Omit<Destination, 'also'>> & { group: string }) {
  const navigate = useNavigate();
  useShortcut({ keys, label, group, run: () => void navigate(url) });
  return null;
}
