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

/** Copies text; by `execCommand` where the clipboard's API is refused, or missing without TLS. @throws {Error} if neither is allowed. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text);
  }
}

function copySelected(text: string): void {
  const { activeElement: focused } = document;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  // Outside of an open dialog nothing can be selected.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error('The browser did not allow copying');
}
