import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import type { Session } from '../../shared/contracts/auth.ts';
import { findFreePort } from '../support/postgres.ts';

export type EngineName = 'firefox' | 'webkit';
export type Point = readonly [x: number, y: number];
/** Elements in sight that match the selector and have this name, as a reader of the screen hears it; from the nth on. */
export type Target = string | readonly [css: string, name: RegExp, nth?: number];
type PointerStep = { to: Point } | { button: 'Down' | 'Up' };

/** The acts of an engine's own protocol. */
interface Wire {
  go(address: string): Promise<void>;
  /** @param source of a function of the page */
  run(source: string, args: unknown[]): Promise<unknown>;
  point(steps: readonly PointerStep[]): Promise<void>;
  press(keys: readonly string[]): Promise<void>;
  write(text: string): Promise<void>;
  /** @param source of a function that finds the element. */
  attach(source: string, args: unknown[], files: string[]): Promise<void>;
  draw(): Promise<Buffer>;
  close(): Promise<void>;
}

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const WIDTH = 1440;
const HEIGHT = 900;
const PATIENCE_MS = 12_000;
const STEP_MS = 120;

const firefoxProgram = () => FIREFOX.find((file) => existsSync(file)) ?? '';
const WEBKIT = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** The package that an engine lacks on this machine; null: none. */
export function missingOf(engine: EngineName): string | null {
  if (engine === 'firefox') return firefoxProgram() ? null : 'firefox-esr';
  if (!existsSync(WEBKIT_DRIVER) || !existsSync(WEBKIT)) return 'webkit2gtk-driver';
  return existsSync('/usr/bin/Xvfb') ? null : 'xvfb';
}

/** Runs in the page. */
function look(css: string, name: string, nth: number): HTMLElement[] {
  const isSeen = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const nameOf = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const byOthers = [...ids.map((id) => document.getElementById(id)), ...labels].map((each) => each?.innerText);
    const named = [element.getAttribute('aria-label'), byOthers.join(' '), element.innerText];
    return (named.find((words) => words?.trim()) ?? element.getAttribute('placeholder') ?? '').trim();
  };
  const isNamed = (element: HTMLElement) => new RegExp(name, 'i').test(nameOf(element));
  const found = [...document.querySelectorAll<HTMLElement>(css)];
  const isMeant = (each: HTMLElement) =>
    ((each as HTMLInputElement).type === 'file' || isSeen(each)) && isNamed(each);
  return found.filter(isMeant).slice(nth);
}

/** Runs in the page: the middle of the first element, once it is in sight. */
function middleOf([element]: HTMLElement[]): { at: Point; isFree: boolean } | null {
  if (!element) return null;
  const own = [element, ...((element as HTMLInputElement).labels ?? [])];
  const measure = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = [Math.round(left + width / 2), Math.round(top + height / 2)] as const;
    const hit = document.elementFromPoint(...at);
    return { at, isFree: hit !== null && own.some((each) => each.contains(hit)) };
  };
  const place = measure();
  if (place.isFree) return place;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return measure();
}

/** A browser with one window, by what a person does in it. */
export class Engine {
  /** The site that it opens. */
  origin = '';

  constructor(
    readonly name: EngineName,
    readonly wire: Wire,
  ) {}

  /** Resolves when the page answers to presses. */
  async open(path: string): Promise<void> {
    await this.wire.go(this.origin + path);
    await this.until(() => {
      const parts = [...document.querySelectorAll('#root main, #root #content, #root h1')];
      const isReacts = parts.some((part) => Object.keys(part).some((key) => key.startsWith('__react')));
      return isReacts && window.takeEarlyActs === undefined;
    });
  }

  /** @param act runs in the page; it knows nothing of its surroundings here. */
  async page<Args extends unknown[], Result>(act: (...args: Args) => Result, ...args: Args) {
    // A function of TypeScript names its inner functions by a helper.
    const source = `(...args) => ((__name) => (${act})(...args))((it) => it)`;
    return (await this.wire.run(source, args)) as Awaited<Result>;
  }

  /** @param act runs in the page, with what was found. */
  async with<Args extends unknown[], Result>(
    target: Target,
    act: (found: HTMLElement[], ...args: Args) => Result,
    ...args: Args
  ) {
    const { source, words } = finderOf(target);
    const whole = `(css, name, nth, ...args) => ((__name) => (${act})(${source}(css, name, nth), ...args))((it) => it)`;
    return (await this.wire.run(whole, [...words, ...args])) as Awaited<Result>;
  }

  count(target: Target): Promise<number> {
    return this.with(target, (found) => found.length);
  }

  /** Waits until the page says so. */
  until<Args extends unknown[]>(act: (...args: Args) => unknown, ...args: Args): Promise<void> {
    return this.waitFor(String(act), () => this.page(act, ...args));
  }

  see(target: Target, least = 1): Promise<void> {
    return this.waitFor(`${target} to be there`, async () => (await this.count(target)) >= least);
  }

  gone(target: Target): Promise<void> {
    return this.waitFor(`${target} to be gone`, async () => (await this.count(target)) === 0);
  }

  /** Waits for these words, in the topmost of such elements. */
  read(words: RegExp, css = 'body'): Promise<void> {
    const isWritten = (selector: string, pattern: string) => {
      const text = [...document.querySelectorAll<HTMLElement>(selector)].at(-1)?.innerText ?? '';
      return new RegExp(pattern, 'i').test(text.trim());
    };
    return this.waitFor(`${words} to be read`, () => this.page(isWritten, css, words.source));
  }

  async waitFor(what: string, isSo: () => Promise<unknown>, patience = PATIENCE_MS): Promise<void> {
    const end = Date.now() + patience;
    // A page that is just being left answers nothing.
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
      await sleep(STEP_MS);
    }
  }

  /** The middle of the target, once it stands still and nothing covers it. */
  async middle(target: Target): Promise<Point> {
    let last = '';
    let at: Point = [0, 0];
    await this.waitFor(`${target} to stand free`, async () => {
      const found = await this.with(target, middleOf);
      const isStill = found?.isFree && last === String(found.at);
      last = String(found?.at);
      if (found) at = found.at;
      return isStill;
    });
    return at;
  }

  async press(target: Target): Promise<void> {
    await this.pressAt(await this.middle(target));
  }

  pressAt(to: Point): Promise<void> {
    return this.wire.point([{ to }, { button: 'Down' }, { button: 'Up' }]);
  }

  /** With the button held down. */
  async drag([first, ...others]: readonly Point[]): Promise<void> {
    if (!first) return;
    await this.wire.point([{ to: first }, { button: 'Down' }, ...others.map((to) => ({ to })), { button: 'Up' }]);
  }

  /** In the place of what stands in the field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.press(target);
    await this.page(() => (document.activeElement as HTMLInputElement | null)?.select?.());
    await this.write(text);
  }

  write(text: string): Promise<void> {
    return this.wire.write(text);
  }

  /** @param chord 'Enter', 'Control+k' */
  key(chord: string): Promise<void> {
    return this.wire.press(chord.split('+'));
  }

  attach(target: Target, files: string[]): Promise<void> {
    const { source, words } = finderOf(target);
    return this.wire.attach(`(...words) => ((__name) => ${source}(...words)[0])((it) => it)`, words, files);
  }

  /** From the next page on. */
  async signIn({ token, user }: Session): Promise<void> {
    const store = (key: string, person: string) => {
      localStorage.setItem('silong_token', key);
      localStorage.setItem('silong_user', person);
      // biome-ignore lint/suspicious/noDocumentCookie: as the product writes it; not every engine has the newer way
      document.cookie = 'silong_signed_in=1; path=/';
    };
    await this.page(store, token, JSON.stringify(user));
  }
}

const finderOf = (target: Target) => ({
  source: `(${look})`,
  words: typeof target === 'string' ? [target, '', 0] : [target[0], target[1].source, target[2] ?? 0],
});

export const openEngine = async (name: EngineName): Promise<Engine> =>
  new Engine(name, name === 'firefox' ? await openFirefox() : await openWebKit());

/** By WebDriver BiDi. */
async function openFirefox(): Promise<Wire> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxProgram(),
    args: [`--width=${WIDTH}`, `--height=${HEIGHT}`],
    env: { ...process.env, TZ: 'Asia/Manila' },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-PH,en', 'ui.prefersReducedMotion': 1 },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: WIDTH, height: HEIGHT });
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  const { keyboard, mouse } = page;
  const callOf = (source: string, args: unknown[]) => `(${source})(...${JSON.stringify(args)})`;
  return {
    go: async (address) => void (await page.goto(address, { waitUntil: 'load', timeout: 60_000 })),
    run: (source, args) => page.evaluate(`(async () => ${callOf(source, args)})()`),
    async point(steps) {
      for (const step of steps) {
        if ('to' in step) await mouse.move(...step.to);
        else await (step.button === 'Down' ? mouse.down() : mouse.up());
      }
    },
    async press(keys) {
      for (const key of keys) await keyboard.down(key as Parameters<typeof keyboard.down>[0]);
      for (const key of [...keys].reverse()) await keyboard.up(key as Parameters<typeof keyboard.up>[0]);
    },
    write: (text) => keyboard.type(text),
    async attach(source, args, files) {
      const element = await page.evaluateHandle(callOf(source, args));
      await (element as ElementHandle<HTMLInputElement>).uploadFile(...files);
    },
    draw: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

/** Numbers of keys in WebDriver. */
const KEYS: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Control: '\uE009',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** By W3C WebDriver, in a window of a display without a screen. */
async function openWebKit(): Promise<Wire> {
  const { display, screen } = await startScreen();
  const port = await findFreePort();
  const env = {
    ...process.env,
    DISPLAY: display,
    TZ: 'Asia/Manila',
    // Containers allow no namespaces of its own.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
  const ask = async (method: string, path: string, body?: object) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const { value } = await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (let left = 50; !(await ask('GET', '/status').catch(() => null)); left -= 1) {
    if (left === 0) throw new Error('WebKitWebDriver does not answer');
    await sleep(100);
  }
  const options = { binary: WEBKIT, args: ['--automation'] };
  const wanted = {
    browserName: 'MiniBrowser',
    unhandledPromptBehavior: 'accept',
    'webkitgtk:browserOptions': options,
  };
  const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: wanted } });
  const tell = (path: string, body: object = {}) => ask('POST', `/session/${sessionId}/${path}`, body);
  await tell('timeouts', { script: 30_000, pageLoad: 60_000 });
  await tell('window/rect', { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  const type = (actions: object[]) => tell('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const stroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return {
    go: (address) => tell('url', { url: address }),
    async run(source, args) {
      const script = `const done = arguments[arguments.length - 1];
        (async () => (${source})(...[...arguments].slice(0, -1)))()
          .then((value) => done({ value }), (error) => done({ failure: String(error) }));`;
      const { value, failure } = await tell('execute/async', { script, args });
      if (failure) throw new Error(failure);
      return value;
    },
    async point(steps) {
      const actions = steps.map((step) =>
        'to' in step
          ? { type: 'pointerMove', x: step.to[0], y: step.to[1], duration: 20, origin: 'viewport' }
          : { type: `pointer${step.button}`, button: 0 },
      );
      await tell('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    async press(names) {
      const keys = names.map((name) => KEYS[name] ?? name);
      const ups = [...keys].reverse().map((value) => ({ type: 'keyUp', value }));
      await type([...keys.map((value) => ({ type: 'keyDown', value })), ...ups]);
    },
    write: (text) => type([...text].flatMap(stroke)),
    async attach(source, args, files) {
      const element = await tell('execute/sync', { script: `return (${source})(...arguments)`, args });
      await tell(`element/${Object.values(element)[0]}/value`, { text: files.join('\n') });
    },
    draw: async () => Buffer.from(await ask('GET', `/session/${sessionId}/screenshot`), 'base64'),
    async close() {
      await ask('DELETE', `/session/${sessionId}`).catch(() => undefined);
      driver.kill();
      screen.kill();
    },
  };
}

/** A display that nobody sees, on the first free number. */
async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const size = `${WIDTH}x${HEIGHT}x24`;
  const options = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<Buffer>((resolve, reject) => {
    screen.once('error', reject).once('exit', () => reject(new Error('Xvfb ended')));
    screen.stdio[3]?.once('data', resolve);
  });
  return { display: `:${String(number).trim()}`, screen };
}
