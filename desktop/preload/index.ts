import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopCallName, DesktopEventName } from '#shared/contracts/desktop.ts';
import { CALL_CHANNEL, type DesktopBridge, EVENT_CHANNEL } from '#shared/desktopBridge.ts';

/** The only API the page gets: calls by name, validated in the main process, and subscriptions to events. */
const bridge = {
  call: (name: DesktopCallName, input?: unknown) => ipcRenderer.invoke(CALL_CHANNEL, name, input),
  on(name: DesktopEventName, listener: (event: unknown) => void) {
    const forward = (_event: unknown, published: DesktopEventName, payload: unknown) => {
      if (published === name) listener(payload);
    };
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => ipcRenderer.off(EVENT_CHANNEL, forward);
  },
};

contextBridge.exposeInMainWorld('desktop', bridge as DesktopBridge);
