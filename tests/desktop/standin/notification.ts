import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

interface NotificationOptions {
  id?: string;
  groupId?: string;
  title?: string;
  body?: string;
  [name: string]: unknown;
}

interface Activation {
  type: 'click' | 'reply' | 'action';
  arguments: string;
  reply?: string;
  actionIndex?: number;
}

/** A shown notification, without a reference to the application's object. */
interface Delivered {
  id: string;
  title: string;
  body: string;
  object: WeakRef<StandinNotification>;
}

/**
 * `Notification`: recorded by a watcher of `show`. As in Electron, the notification of a garbage-collected object
 * disappears, and its events are lost.
 */
export class StandinNotification extends EventEmitter {
  static readonly delivered: Delivered[] = [];
  private static activated: ((details: Activation) => void) | null = null;
  private static readonly missed: Activation[] = [];
  private static readonly dropped = new FinalizationRegistry<Delivered>((entry) => {
    StandinNotification.forget(entry);
  });

  readonly id: string;
  title = '';
  body = '';
  private shown: Delivered | null = null;

  constructor(options: NotificationOptions = {}) {
    super();
    Object.assign(this, options);
    this.id = options.id || randomUUID();
  }

  static isSupported(): boolean {
    return true;
  }

  private static forget(entry: Delivered): void {
    const { delivered } = StandinNotification;
    if (delivered.includes(entry)) delivered.splice(delivered.indexOf(entry), 1);
  }

  /** Activates the newest notification, after garbage collection. */
  static async activate(type: Activation['type'], reply?: string): Promise<void> {
    await new Promise(setImmediate);
    (globalThis as { gc?(): void }).gc?.();
    const entry = StandinNotification.delivered.at(-1);
    if (!entry) return;
    entry.object.deref()?.emit(type, reply === undefined ? {} : { reply }, reply);
    StandinNotification.activateToast({
      type,
      arguments: `id=${entry.id}`,
      ...(reply === undefined ? {} : { reply }),
    });
  }

  /** Windows: reports every activation, also earlier ones, with or without a reference to the object. */
  static activateToast(details: Activation): void {
    if (StandinNotification.activated) StandinNotification.activated(details);
    else StandinNotification.missed.push(details);
  }

  static activationHandler(callback: (details: Activation) => void): void {
    StandinNotification.activated = callback;
    for (const details of StandinNotification.missed.splice(0)) callback(details);
  }

  show(): void {
    if (this.shown) StandinNotification.forget(this.shown);
    this.shown = { id: this.id, title: this.title, body: this.body, object: new WeakRef(this) };
    StandinNotification.dropped.register(this, this.shown);
    StandinNotification.delivered.push(this.shown);
    this.emit('show', {});
  }

  close(): void {
    if (!this.shown) return;
    StandinNotification.forget(this.shown);
    this.shown = null;
    this.emit('close', {});
  }
}

/** Additional methods by system. */
const ofPlatform: Record<string, object> = {
  win32: { handleActivation: StandinNotification.activationHandler },
  darwin: {
    getHistory: async () =>
      StandinNotification.delivered.map(({ id, title, body }) => new StandinNotification({ id, title, body })),
    remove(ids: string | string[]) {
      for (const entry of [...StandinNotification.delivered])
        if ([ids].flat().includes(entry.id)) entry.object.deref()?.close();
    },
    removeAll() {
      for (const entry of [...StandinNotification.delivered]) entry.object.deref()?.close();
    },
  },
};
Object.assign(StandinNotification, ofPlatform[process.platform] ?? {});
