import { Fragment } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { FavoriteAfterLogin } from '#web/features/favorites/index.ts';
import { SaveToListAfterLogin } from '#web/features/lists/index.ts';

/** The acts of any page that are done after a login; the chat does its own. */
export function ActsAfterLogin() {
  const { user } = useSession();
  return (
    <Fragment key={user?.id}>
      <FavoriteAfterLogin />
      <SaveToListAfterLogin />
    </Fragment>
  );
}
