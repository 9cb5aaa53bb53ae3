import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';

/** Given to a console that the system starts: it waits in the tray. */
export const MINIMISED_ARGUMENT = '--minimised';

/** Electron knows the way on Windows and macOS; on Linux it is a file among the session's autostarts. */
export function setOpenAtLogin(isOn: boolean): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isOn, args: [MINIMISED_ARGUMENT] });
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
