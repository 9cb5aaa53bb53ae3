import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class StandinTray extends EventEmitter {
  static all: StandinTray[] = [];
  tip = '';
  menu: StandinMenu | null = null;
  private isGone = false;

  constructor(public image: unknown) {
    super();
    StandinTray.all.push(this);
  }

  setToolTip(tip: string): void {
    this.tip = tip;
  }

  setContextMenu(menu: StandinMenu | null): void {
    this.menu = menu;
  }

  setImage(image: unknown): void {
    this.image = image;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  destroy(): void {
    this.isGone = true;
    StandinTray.all = StandinTray.all.filter((tray) => tray !== this);
  }
}

interface Template {
  label?: string;
  role?: string;
  type?: string;
  checked?: boolean;
  submenu?: Template[] | StandinMenu;
  click?(item: MenuItem, window: unknown, event: object): void;
  [name: string]: unknown;
}

/** Effects of roles on the focused window; other roles belong to Chromium. */
type Roles = Record<string, (window: RoleWindow) => void>;
interface RoleWindow {
  close(): void;
  minimize(): void;
  webContents: { reload(): void; toggleDevTools(): void };
}
const roles: Roles = {
  reload: (window) => window.webContents.reload(),
  forcereload: (window) => window.webContents.reload(),
  toggledevtools: (window) => window.webContents.toggleDevTools(),
  close: (window) => window.close(),
  minimize: (window) => window.minimize(),
};

export class MenuItem {
  readonly label: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly submenu: StandinMenu | undefined;
  checked: boolean;

  constructor(private readonly template: Template) {
    const { submenu, ...given } = template;
    Object.assign(this, given);
    this.label = template.label ?? template.role ?? '';
    this.role = template.role?.toLowerCase();
    this.type = template.type ?? (submenu ? 'submenu' : 'normal');
    this.checked = template.checked ?? false;
    this.submenu = Array.isArray(submenu) ? StandinMenu.buildFromTemplate(submenu) : submenu;
    // A field, as the template's `click` was copied onto this object.
    this.click = (event = {}, window?: RoleWindow) => {
      if (this.type === 'checkbox') this.checked = !this.checked;
      const act = roles[this.role ?? ''];
      if (act && window) act(window);
      else this.template.click?.(this, window, event);
    };
  }

  /** Clicks with the focused window, as a person does. */
  click: (event?: object, window?: RoleWindow) => void;
}

export class StandinMenu {
  static application: StandinMenu | null = null;
  /** Opened context menus. */
  static readonly opened: StandinMenu[] = [];

  constructor(readonly items: MenuItem[] = []) {}

  static buildFromTemplate(template: Template[]): StandinMenu {
    return new StandinMenu(template.map((item) => new MenuItem(item)));
  }

  static setApplicationMenu(menu: StandinMenu | null): void {
    StandinMenu.application = menu;
  }

  static getApplicationMenu(): StandinMenu | null {
    return StandinMenu.application;
  }

  popup(): void {
    StandinMenu.opened.push(this);
  }
}

/**
 * A keyring in a file beside the data. STANDIN_NO_KEYRING=1 removes it,
 * STANDIN_KEYRING=locked makes every decryption fail, like a locked keyring; =basic_text is the
 * backend with a public password.
 */
export function createSafeStorage(userData: () => string, isReady: () => boolean) {
  const isThere = () => isReady() && process.env.STANDIN_NO_KEYRING !== '1';
  const isPlain = process.env.STANDIN_KEYRING === 'basic_text';
  const key = () => {
    if (!isThere()) throw new Error('safeStorage cannot be used: encryption is not available');
    if (process.env.STANDIN_KEYRING === 'locked') throw new Error('The keyring is locked');
    const file = path.join(userData(), 'standin-keyring');
    if (!existsSync(file)) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, randomBytes(32), { mode: 0o600 });
    }
    return readFileSync(file);
  };
  const encryptString = (text: string): Buffer => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key(), iv);
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  };
  const decryptString = (sealed: Buffer): string => {
    const cipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12));
    cipher.setAuthTag(sealed.subarray(-16));
    return cipher.update(sealed.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8');
  };
  return {
    isEncryptionAvailable: isThere,
    isAsyncEncryptionAvailable: async () => isThere(),
    getSelectedStorageBackend: () =>
      !isReady() ? 'unknown' : isThere() && !isPlain ? 'gnome_libsecret' : 'basic_text',
    encryptString,
    decryptString,
    encryptStringAsync: async (text: string) => encryptString(text),
    decryptStringAsync: async (sealed: Buffer) => ({ shouldReEncrypt: false, result: decryptString(sealed) }),
  };
}

const desk = { x: 0, y: 0, width: 1_920, height: 1_080 };

export const screen = {
  getAllDisplays: () => [{ id: 1, workArea: desk, bounds: desk, scaleFactor: 1 }],
};

class StandinImage {
  private isTemplate = false;

  constructor(private readonly hasContent: boolean) {}

  isEmpty(): boolean {
    return !this.hasContent;
  }

  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate;
  }

  isTemplateImage(): boolean {
    return this.isTemplate;
  }
}

export const nativeImage = {
  createEmpty: () => new StandinImage(false),
  createFromPath(file: string) {
    const image = new StandinImage(existsSync(file));
    // Electron treats files with this name as template images.
    image.setTemplateImage(/Template(@\d+x)?\.\w+$/.test(file));
    return image;
  },
  createFromBuffer: (bytes: Buffer) => new StandinImage(bytes.length > 0),
  createFromBitmap: (bytes: Buffer) => new StandinImage(bytes.length > 0),
  createFromDataURL: (url: string) => new StandinImage(url.startsWith('data:image/')),
};

export const shell = { openExternal: async () => undefined, openPath: async () => '' };

interface BoxOptions {
  buttons?: string[];
  cancelId?: number;
}

/** Dialogs without a person: questions are cancelled, files are saved at the proposed path. */
const closedBox = (args: unknown[]) => (args.at(-1) as BoxOptions).cancelId ?? 0;
export const dialog = {
  showSaveDialog: async (...args: { defaultPath?: string }[]) => ({
    canceled: false,
    filePath: args.at(-1)?.defaultPath ?? '',
  }),
  showMessageBoxSync: (...args: unknown[]) => closedBox(args),
  showMessageBox: async (...args: unknown[]) => ({ response: closedBox(args), checkboxChecked: false }),
  showErrorBox: () => undefined,
};

export const clipboard = { writeText: () => undefined };
export const crashReporter = { start: () => undefined };

/** Idle time and power events, set by specs. */
export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  getSystemIdleState: () => 'active',
  isOnBatteryPower: () => false,
});
