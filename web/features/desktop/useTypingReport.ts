import { useEffect } from 'react';
import { desktopConsole } from '#web/platform/desktop.ts';

const QUIET_MS = 5_000;

/** Tells the main process while somebody types: no update restarts the console in the middle of a word. */
export function useTypingReport(): void {
  useEffect(() => {
    const bridge = desktopConsole()?.bridge;
    if (!bridge) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (isTyping: boolean) =>
      bridge.call('setTyping', isTyping).catch((error: unknown) => console.warn(error));
    const onInput = () => {
      if (timer === undefined) void tell(true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        void tell(false);
      }, QUIET_MS);
    };
    document.addEventListener('input', onInput);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('input', onInput);
    };
  }, []);
}
