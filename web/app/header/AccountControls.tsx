import type { User } from '#shared/contracts/auth.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { PaletteHint } from '#web/features/search/index.ts';
import { UserMenu } from './UserMenu.tsx';

/** What stands in the header for who is logged in. Beside the header's search box the palette has its keys alone. */
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
