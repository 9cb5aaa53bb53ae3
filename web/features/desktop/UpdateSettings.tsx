import { useEffect, useState } from 'react';
import type { DesktopBridge, UpdateState } from '#shared/desktopBridge.ts';
import { bridgeSentence, desktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

function sentenceOf(state: UpdateState): string {
  switch (state.phase) {
    case 'disabled':
      return state.reason;
    case 'idle':
      return 'Updates are looked for every few hours.';
    case 'checking':
      return 'Looking for an update…';
    case 'current':
      return 'This is the newest version.';
    case 'downloading':
      return `Version ${state.version} is being downloaded: ${state.percent}%.`;
    case 'ready':
      return `Version ${state.version} is ready. It is installed when the console restarts.`;
    case 'failed':
      return `The update failed: ${state.reason}`;
  }
}

export function UpdateSettings({ bridge }: { bridge: DesktopBridge }) {
  const state = useUpdateState();
  const [error, setError] = useState<string | null>(null);
  const attempt = (work: Promise<unknown>) => {
    setError(null);
    work.catch((failure: unknown) => setError(bridgeSentence(failure)));
  };
  const canCheck = state.phase === 'idle' || state.phase === 'current' || state.phase === 'failed';
  return (
    <section>
      <h3>Updates</h3>
      <Notice kind="error">{error}</Notice>
      <p role="status">{sentenceOf(state)}</p>
      {state.phase === 'downloading' && (
        <progress value={state.percent} max={100} aria-label="Download of the update" />
      )}
      <div className="flex flex-wrap gap-2">
        {state.phase === 'ready' && (
          <Button onClick={() => attempt(bridge.call('restartToUpdate'))}>Restart to update</Button>
        )}
        {canCheck && (
          <Button variant="outlined" onClick={() => attempt(bridge.call('checkForUpdate'))}>
            Look for an update
          </Button>
        )}
        {state.phase === 'failed' && (
          <Button variant="plain" onClick={() => attempt(bridge.call('openDownloads'))}>
            Download it by hand
          </Button>
        )}
      </div>
    </section>
  );
}

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
