/** Name of the preload's isolated world. */
export const PRELOAD_WORLD = 'preload';
/** Binding from the preload's world to the main process, called with JSON. */
export const SEND_BINDING = 'standinSend';
export const RECEIVE = 'standinReceive';

/**
 * Loaded in both worlds. Calls from one world to the other are synchronous document events:
 * functions and promises are wrapped, other values are copied.
 */
function membrane(role: 'page' | 'preload') {
  const other = role === 'page' ? 'preload' : 'page';
  const functions = new Map<string, (...args: unknown[]) => unknown>();
  const settlers = new Map<string, { resolve(value: unknown): void; reject(error: Error): void }>();
  let made = 0;
  let answer: { value?: unknown; error?: string; promise?: string } | undefined;

  const tell = (message: unknown) =>
    document.dispatchEvent(new CustomEvent(`standin-${other}`, { detail: JSON.stringify(message) }));

  const encode = (value: unknown): unknown => {
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'function') {
      made += 1;
      const id = `${role}${made}`;
      functions.set(id, value as (...args: unknown[]) => unknown);
      return { $: 'function', id };
    }
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, encode(inner)]));
    return value;
  };
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value;
    const tagged = value as { $?: string; id?: string };
    if (tagged.$ === 'undefined') return undefined;
    if (tagged.$ === 'function') return callerOf(String(tagged.id));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, decode(inner)]));
  };
  const callerOf =
    (id: string) =>
    (...args: unknown[]) => {
      const before = answer;
      answer = undefined;
      tell({ call: id, args: args.map(encode) });
      const given = answer as { value?: unknown; error?: string; promise?: string } | undefined;
      answer = before;
      if (!given) throw new Error('The other world did not answer');
      if (given.error !== undefined) throw new Error(given.error);
      if (given.promise === undefined) return decode(given.value);
      const { promise } = given;
      return new Promise((resolve, reject) => settlers.set(promise, { resolve, reject }));
    };
  const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

  const run = ({ call, args }: { call: string; args: unknown[] }) => {
    try {
      const result = functions.get(call)?.(...args.map(decode));
      if (!(result instanceof Promise)) return { value: encode(result) };
      made += 1;
      const promise = `${role}-promise${made}`;
      result.then(
        (value) => tell({ settled: promise, value: encode(value) }),
        (error) => tell({ settled: promise, error: sentenceOf(error) }),
      );
      return { promise };
    } catch (error) {
      return { error: sentenceOf(error) };
    }
  };

  document.addEventListener(`standin-${role}`, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail);
    if (message.call) tell({ answer: run(message) });
    else if (message.answer) answer = message.answer;
    else if (message.settled) {
      const settler = settlers.get(message.settled);
      settlers.delete(message.settled);
      if (message.error === undefined) settler?.resolve(decode(message.value));
      else settler?.reject(new Error(message.error));
    } else if (message.expose && !(message.expose in globalThis)) {
      const api = Object.freeze(decode(message.api));
      Object.defineProperty(globalThis, message.expose, { value: api, enumerable: true });
    }
  });
  return { expose: (name: string, api: unknown) => tell({ expose: name, api: encode(api) }) };
}

function noBridge() {
  return {
    expose() {
      throw new Error('contextBridge API can only be used when contextIsolation is enabled');
    },
  };
}

/** Globals of a sandboxed preload: `require('electron')` with the bridge and IPC, and a minimal `process`. */
function preloadWorld(
  bridge: { expose(name: string, api: unknown): void },
  names: { send: string; receive: string; platform: string },
) {
  const world = globalThis as unknown as Record<string, (message: unknown) => void>;
  const listeners = new Map<string, ((event: unknown, ...args: unknown[]) => void)[]>();
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastAsked = 0;

  world[names.receive] = (given) => {
    const message = given as {
      reply?: number;
      error?: string;
      value?: unknown;
      channel: string;
      args: unknown[];
    };
    if (message.reply === undefined) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
      return;
    }
    const call = asked.get(message.reply);
    asked.delete(message.reply);
    if (message.error === undefined) call?.resolve(message.value);
    else call?.reject(new Error(message.error));
  };
  const ipcRenderer = {
    on(channel: string, listener: (event: unknown, ...args: unknown[]) => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    off(channel: string, listener: unknown) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((known) => known !== listener),
      );
      return ipcRenderer;
    },
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastAsked += 1;
        asked.set(lastAsked, { resolve, reject });
        world[names.send]?.(JSON.stringify({ id: lastAsked, channel, args }));
      }),
  };
  const electron = { ipcRenderer, contextBridge: { exposeInMainWorld: bridge.expose } };
  return {
    require(name: string) {
      if (name === 'electron') return electron;
      throw new Error(`A sandboxed preload cannot load ${name}`);
    },
    process: { platform: names.platform, sandboxed: true, contextIsolated: true },
  };
}

/** To run in the page's own world before anything of denials. */
export const pageScript = `(${membrane})('page')`;

/** Runs after `pageScript` in the preload's world, or without isolation in the main world. Frames have no preload. */
export function preloadScript(preload: string, isIsolated: boolean): string {
  const names = JSON.stringify({ send: SEND_BINDING, receive: RECEIVE, platform: process.platform });
  const bridge = isIsolated ? `(${membrane})('preload')` : `(${noBridge})()`;
  return `if (window === window.top) {
    const world = (${preloadWorld})(${bridge}, ${names});
    const module = { exports: {} };
    (function (require, process, module, exports) {\n${preload}\n})(world.require, world.process, module, module.exports);
  }`;
}
