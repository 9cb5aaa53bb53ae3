import { openBrowserOutbox, openBrowserStore } from '#web/platform/browserStore.ts';
import { currentPlatform, memoryOutbox, setPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';
import { keepOfflineCopy } from './offlineCopy.ts';
import { followOutbox } from './outbox.ts';

const endFollowing = scoped(() => () => {});

/**
 * On a browser that was told to remember a person, what they saw last is kept for the next time, and what they have not
 * sent. Nothing is kept for anybody else: their outbox lasts as long as the page. Browsers that allow no storage go without.
 * @param before whose copy was kept until now: it goes with its person.
 */
export async function keepBrowserCopy(userId: number | null, before: number | null): Promise<void> {
  endFollowing()();
  endFollowing.set(() => {});
  keepOfflineCopy(null);
  if (before !== null) await currentPlatform().offlineStore?.remove(before);
  setPlatform({ ...currentPlatform(), offlineStore: null, outboxStore: memoryOutbox() });
  if (userId === null) return;
  const [offlineStore, outboxStore] = await Promise.all([openBrowserStore(), openBrowserOutbox()]);
  for (const { id, text } of await memoryOutbox().read(userId)) {
    await outboxStore.put(userId, id, text);
    await memoryOutbox().remove(userId, id);
  }
  setPlatform({ ...currentPlatform(), offlineStore, outboxStore });
  keepOfflineCopy(userId);
  endFollowing.set(followOutbox(userId));
}
