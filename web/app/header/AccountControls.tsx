import type { User } from '#shared/contracts/auth.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { PaletteHint } from '#web/features/search/index.ts';
import { UserMenu } from './UserMenu.tsx';

/** The header's controls for accounts. Beside the header's search box, the palette has no button of its own. */
export function AccountControls({ user, hasSearch }: { user: User; hasSearch: boolean }) {
  return (
    <>
      {!hasSearch && <PaletteHint />}
      <NotificationBell key={user.id} userId={user.id} />
      <div className="max-lg:hidden">
        <UserMenu user={user} />
      </div>
    </>
  );
}
