/** What the desktop console gives the page as `window.desktop`; absent in a browser. */
export interface DesktopBridge {
  /** 'linux', 'darwin' or 'win32'. */
  platform: string;
}

declare global {
  interface Window {
    desktop?: DesktopBridge;
  }
}
