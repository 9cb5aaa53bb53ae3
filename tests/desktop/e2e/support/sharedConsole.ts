import { DesktopConsole } from './desktopConsole.ts';
import { test } from './test.ts';

let kept: { kind: string; desktop: DesktopConsole } | undefined;

/**
 * One console for tests that follow each other, as its start takes longer than most of them. Another one is started for
 * another kind, and after a test that ended it.
 */
export async function sharedConsole(kind: string, start: () => Promise<DesktopConsole>): Promise<DesktopConsole> {
  if (kept && (kept.kind !== kind || kept.desktop.hasEnded)) await endSharedConsole();
  kept ??= { kind, desktop: await start() };
  return kept.desktop;
}

async function endSharedConsole(): Promise<void> {
  const ended = kept;
  kept = undefined;
  await ended?.desktop.end();
}

/** For a file whose tests share: they run in one worker, in their order. */
export function shareConsoles(): void {
  test.describe.configure({ mode: 'default' });
  test.afterAll(endSharedConsole);
}

/** The demo agent's console, signed in, for tests that only work in it and leave the window as it was. */
export const agentTest = test.extend<{ desktop: DesktopConsole }>({
  async desktop({ server }, use) {
    const desktop = await sharedConsole('agent', async () => {
      const started = await DesktopConsole.launchAt(server.url);
      await started.takeSession(server.url, 'agent');
      return started;
    });
    await use(desktop);
    if (!desktop.hasEnded) await desktop.clearWitness();
  },
});
