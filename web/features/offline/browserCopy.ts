import { openBrowserOutbox, openBrowserStore } from '#web/platform/browserStore.ts';
import { currentPlatform, memoryOutbox, setPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';
import { keepOfflineCopy } from './offlineCopy.ts';
import { followOutbox } from './outbox.ts';

const endFollowing = scoped(() => () => {});

/**
 * Sends the changes that the server does not have yet. A browser that remembers the person keeps these changes and
 * the last seen data for the next time. Other persons' outboxes last as long as the page. Browsers that allow no
 * storage keep nothing.
 * @param before the person signed in until now: their copy is removed.
 */
export async function keepBrowserCopy(
  userId: number | null,
  isRemembered: boolean,
  before: number | null,
): Promise<void> {
  endFollowing()();
  endFollowing.set(() => {});
  keepOfflineCopy(null);
  if (before !== null) await currentPlatform().offlineStore?.remove(before);
  setPlatform({ ...currentPlatform(), offlineStore: null, outboxStore: memoryOutbox() });
  if (userId === null) return;
  try {
    if (isRemembered) await keepFor(userId);
  } finally {
    endFollowing.set(followOutbox(userId));
  }
}

async function keepFor(userId: number): Promise<void> {
  const [offlineStore, outboxStore] = await Promise.all([openBrowserStore(), openBrowserOutbox()]);
  for (const { id, text } of await memoryOutbox().read(userId)) {
    await outboxStore.put(userId, id, text);
    await memoryOutbox().remove(userId, id);
  }
  setPlatform({ ...currentPlatform(), offlineStore, outboxStore });
  keepOfflineCopy(userId);
}
