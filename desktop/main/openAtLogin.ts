import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';

/** Given to a console that the system starts: it waits in the tray. */
export const MINIMISED_ARGUMENT = '--minimised';

/** Whether the system started this console, and nobody is waiting for its window. */
export function isStartedAtLogin(): boolean {
  if (process.argv.includes(MINIMISED_ARGUMENT)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Electron knows the way on Windows and macOS; on Linux it is a file among the session's autostarts. */
export function setOpenAtLogin(isOn: boolean): void {
  if (process.platform !== 'linux') {
    // macOS takes no arguments; it says afterwards that it was the one who started the console.
    const args = process.platform === 'win32' ? { args: [MINIMISED_ARGUMENT] } : {};
    app.setLoginItemSettings({ openAtLogin: isOn, ...args });
    return;
  }
  const file = path.join(app.getPath('appData'), 'autostart', 'silong.desktop');
  if (!isOn) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  // An AppImage runs from a mount that is gone after the next login; the file itself stays.
  const executable = process.env.APPIMAGE ?? app.getPath('exe');
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Silong\nExec="${executable}" ${MINIMISED_ARGUMENT}\nX-GNOME-Autostart-enabled=true\n`,
  );
}
