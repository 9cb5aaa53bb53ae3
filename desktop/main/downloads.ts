import { BrowserWindow, type Session } from 'electron';
import type { DesktopEvent } from '#shared/desktopBridge.ts';

/** Shows on the task bar how far the downloads are, and tells the page of each. */
export function watchDownloads(session: Session, tell: (event: DesktopEvent<'download'>) => void): void {
  const running = new Map<object, number>();
  const showAll = () => {
    const shares = [...running.values()];
    const share = shares.length > 0 ? shares.reduce((sum, one) => sum + one, 0) / shares.length : -1;
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(share);
  };
  session.on('will-download', (_event, item) => {
    const name = item.getFilename();
    const follow = (state: DesktopEvent<'download'>['state']) => {
      const total = item.getTotalBytes();
      const share = total > 0 ? item.getReceivedBytes() / total : 0;
      if (state === 'running') running.set(item, share);
      else running.delete(item);
      showAll();
      tell({ name, state, percent: Math.round(share * 100) });
    };
    follow('running');
    item.on('updated', () => follow('running'));
    item.once('done', (_done, state) => follow(state === 'completed' ? 'done' : 'failed'));
  });
}
