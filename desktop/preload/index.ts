import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopCallName, DesktopEventName } from '#shared/contracts/desktop.ts';
import type { DesktopBridge } from '#shared/desktopBridge.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../channels.ts';

/** The one narrow way out of the page: a call by name, checked on the other side, and the events it may hear. */
const bridge = {
  call: (name: DesktopCallName, input?: unknown) => ipcRenderer.invoke(CALL_CHANNEL, name, input),
  on(name: DesktopEventName, listener: (event: unknown) => void) {
    const pass = (_event: unknown, told: DesktopEventName, payload: unknown) => {
      if (told === name) listener(payload);
    };
    ipcRenderer.on(EVENT_CHANNEL, pass);
    return () => ipcRenderer.off(EVENT_CHANNEL, pass);
  },
};

contextBridge.exposeInMainWorld('desktop', bridge as DesktopBridge);
