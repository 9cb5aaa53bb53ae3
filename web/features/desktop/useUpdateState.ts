import { useEffect, useState } from 'react';
import type { UpdateState } from '#shared/desktopBridge.ts';
import { desktopConsole } from '#web/platform/desktop.ts';

export function useUpdateState(): UpdateState {
  const [state, setState] = useState<UpdateState>({ phase: 'idle' });
  useEffect(() => {
    const console = desktopConsole();
    if (!console) return;
    console.bridge
      .call('updateState')
      .then(setState)
      .catch((error: unknown) => globalThis.console.warn('The state of updates is not known', error));
    return console.bridge.on('update', setState);
  }, []);
  return state;
}

/** What the status bar says of an update; null while there is nothing to say. */
export function updateWords(state: UpdateState): string | null {
  switch (state.phase) {
    case 'downloading':
      return `Downloading ${state.version}: ${state.percent}%`;
    case 'ready':
      return 'Restart to update';
    case 'failed':
      return 'Update failed';
    default:
      return null;
  }
}
