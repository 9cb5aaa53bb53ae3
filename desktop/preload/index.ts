import { contextBridge } from 'electron';
import type { DesktopBridge } from '#shared/desktopBridge.ts';

const bridge: DesktopBridge = { platform: process.platform };

contextBridge.exposeInMainWorld('desktop', bridge);
