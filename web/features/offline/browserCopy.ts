import { openBrowserStore } from '#web/platform/browserStore.ts';
import { currentPlatform, setPlatform } from '#web/platform/platform.ts';
import { keepOfflineCopy } from './offlineCopy.ts';

/**
 * On a browser that was told to remember a person, what they saw last is kept for the next time. Nothing is kept for
 * anybody else, and signing out (null) throws it away. Browsers that allow no storage go without.
 */
export async function keepBrowserCopy(userId: number | null): Promise<void> {
  try {
    const store = openBrowserStore();
    await keepOfflineCopy(null);
    setPlatform({ ...currentPlatform(), offlineStore: userId === null ? null : store });
    if (userId === null) await store.clear();
    else await keepOfflineCopy(userId);
  } catch (error) {
    console.warn('Nothing can be kept for reading offline', error);
  }
}
