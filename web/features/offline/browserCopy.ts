import { openBrowserOutbox, openBrowserStore } from '#web/platform/browserStore.ts';
import { currentPlatform, memoryOutbox, setPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';
import { keepOfflineCopy } from './offlineCopy.ts';
import { followOutbox } from './outbox.ts';

const endFollowing = scoped(() => () => {});

/**
 * What a person makes and the server does not know yet is sent from here. On a browser that was told to remember them it is
 * kept, and what they saw last too, for the next time. Nothing is kept for anybody else: their outbox lasts as long as the
 * page. Browsers that allow no storage go without.
 * @param before who was signed in until now: their copy goes with them.
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
