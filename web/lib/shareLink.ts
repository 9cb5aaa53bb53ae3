import { copyText } from './copyText.ts';

export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'share_failed' | 'copy_failed';

interface ShareDevice {
  /** Absent if the device cannot share. */
  share: ((link: SharedLink) => Promise<void>) | undefined;
  copy(text: string): Promise<void>;
}

const thisDevice = (): ShareDevice => ({
  share: typeof navigator.share === 'function' ? (link) => navigator.share(link) : undefined,
  copy: copyText,
});

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Opens the device's share sheet, or copies the link (specification, part 2 §4). Never throws. */
export async function shareLink(link: SharedLink, device = thisDevice()): Promise<ShareOutcome> {
  if (device.share)
    try {
      await device.share(link);
      return 'shared';
    } catch (error) {
      if (isCancelled(error)) return 'cancelled';
    }
  try {
    await device.copy(link.url);
    return 'copied';
  } catch {
    return device.share ? 'share_failed' : 'copy_failed';
  }
}
