import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** `Notification`: shown to nobody, kept by whoever watches `show`. */
export class StandinNotification extends EventEmitter {
  constructor(readonly options: Record<string, unknown> = {}) {
    super();
    Object.assign(this, options);
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}

export class StandinTray extends EventEmitter {
  static all: StandinTray[] = [];
  tip = '';
  menu: StandinMenu | null = null;

  constructor(readonly image: unknown) {
    super();
    StandinTray.all.push(this);
  }

  setToolTip(tip: string): void {
    this.tip = tip;
  }

  setContextMenu(menu: StandinMenu): void {
    this.menu = menu;
  }
}

interface Item {
  label?: string;
  submenu?: Item[] | StandinMenu;
  [name: string]: unknown;
}

export class StandinMenu {
  static application: StandinMenu | null = null;

  constructor(readonly items: Item[]) {}

  static buildFromTemplate(template: Item[]): StandinMenu {
    return new StandinMenu(
      template.map((item) => ({
        ...item,
        ...(Array.isArray(item.submenu) ? { submenu: StandinMenu.buildFromTemplate(item.submenu) } : {}),
      })),
    );
  }

  static setApplicationMenu(menu: StandinMenu): void {
    StandinMenu.application = menu;
  }

  static getApplicationMenu(): StandinMenu | null {
    return StandinMenu.application;
  }

  popup(): void {
    // Nobody is there to see it.
  }
}

/** A keyring in a file beside the data: what it seals cannot be read without it. */
export function createSafeStorage(userData: () => string) {
  const isThere = () => process.env.STANDIN_NO_KEYRING !== '1';
  const key = () => {
    const file = path.join(userData(), 'standin-keyring');
    if (!existsSync(file)) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, randomBytes(32), { mode: 0o600 });
    }
    return readFileSync(file);
  };
  return {
    isEncryptionAvailable: isThere,
    getSelectedStorageBackend: () => (isThere() ? 'gnome_libsecret' : 'basic_text'),
    encryptString(text: string): Buffer {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(), iv);
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decryptString(sealed: Buffer): string {
      const cipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12));
      cipher.setAuthTag(sealed.subarray(-16));
      return cipher.update(sealed.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8');
    },
  };
}

const desk = { x: 0, y: 0, width: 1_920, height: 1_080 };

export const screen = {
  getAllDisplays: () => [{ id: 1, workArea: desk, bounds: desk, scaleFactor: 1 }],
};

export const nativeImage = {
  createEmpty: () => ({ isEmpty: () => true }),
  createFromPath: (file: string) => ({ isEmpty: () => !existsSync(file) }),
};

export const shell = { openExternal: async () => undefined, openPath: async () => '' };

export const dialog = {
  showSaveDialog: async (...args: { defaultPath?: string }[]) => ({
    canceled: false,
    filePath: args.at(-1)?.defaultPath ?? '',
  }),
};

export const clipboard = { writeText: () => undefined };
export const crashReporter = { start: () => undefined };

/** Nobody sits before it; a test says for how long. */
export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
});

export const session = {
  defaultSession: {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
  },
};
