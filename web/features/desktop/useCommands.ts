import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#web/features/auth/index.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { desktopConsole } from '#web/platform/desktop.ts';

interface CommandActions {
  isLocked: boolean;
  onSettings(): void;
  onFind(): void;
}

/** Follows the menu, links, notifications and the machine's waking. Behind the lock nothing is followed. */
export function useCommands(actions: CommandActions): void {
  const navigate = useNavigate();
  const { user } = useSession();
  const latest = useRef({ actions, role: user?.role });
  latest.current = { actions, role: user?.role };

  useEffect(() => {
    const bridge = desktopConsole()?.bridge;
    if (!bridge) return;
    const press = (key: string, modifiers: KeyboardEventInit = {}) =>
      window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...modifiers }));
    const stops = [
      bridge.on('open', (route) => {
        if (!latest.current.actions.isLocked) void navigate(route);
      }),
      bridge.on('wake', () => {
        // What was fetched before the machine slept may be hours old.
        window.dispatchEvent(new Event('online'));
        void currentQueryClient().invalidateQueries();
      }),
      bridge.on('command', (name) => {
        const { actions: current, role } = latest.current;
        if (current.isLocked) return;
        if (name === 'settings') current.onSettings();
        else if (name === 'find') current.onFind();
        else if (name === 'new-property' && role === 'agent')
          void navigate('/agent-dashboard?tab=properties&new=1');
        else if (name === 'palette') press('k', { ctrlKey: true });
        else if (name === 'shortcuts') press('?');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [navigate]);
}
