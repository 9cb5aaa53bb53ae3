import type { User } from '#shared/contracts/auth.ts';
import { useSession } from '#web/features/auth/index.ts';
import type { Destination } from './destinations.ts';
import { openPalette } from './palette.ts';

/** Something the palette does, listed among the pages; its address only names it. */
export interface Action extends Destination {
  run(): void;
}

export function useActions(user: User | null, logout: () => Promise<void>): Action[] {
  const { openLogin } = useSession();
  const shortcuts = {
    label: 'Keyboard Shortcuts',
    url: '#shortcuts',
    also: 'help keys',
    run: () => openPalette('shortcuts'),
  };
  if (!user)
    return [
      { label: 'Log In', url: '#login', also: 'sign in register account', run: () => openLogin() },
      shortcuts,
    ];
  const leave = { label: 'Log Out', url: '#logout', also: 'sign out leave', run: () => void logout() };
  return [shortcuts, leave];
}
