import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CANNOT_START_ID, EARLY_ACTS_SCRIPT, LATE, PAGE_STATE_ID } from '#shared/pageRendering.ts';

const WORDS = `<template id="${CANNOT_START_ID}"><div class="${CANNOT_START_ID}">
  <div role="alert"><p data-lost>Lost</p><p data-old>Old</p></div><button type="button">Reload</button>
  <form action="/properties"><input type="search" name="search"></form><nav><a href="/">Home</a></nav></div></template>`;

const SCRIPT = '<script src="https://homes.example/assets/index-1.js"></script>';

const rendered = `<div id="root" inert><search><noscript></noscript>
  <form><input type="search"><button>Search</button></form></search><button id="login">Login</button></div>
  <script type="application/json" id="${PAGE_STATE_ID}">{}</script>`;
const LATE_SCRIPT = `<script type="${LATE}" src="/assets/late.js"></script>`;

type Fail = (isOld?: boolean) => void;
type Page = Window & { beginPage?: () => Fail | null; takeEarlyActs?: unknown };

const pages: Window[] = [];

/** A page whose early script has run. */
function openPage(body: string, css: object | null = { supports: () => true }) {
  const window = new Window({ url: 'https://homes.example/' }) as Page;
  pages.push(window);
  const { document } = window;
  Object.defineProperty(window, 'CSS', { value: css });
  document.body.innerHTML = body + WORDS;
  // A browser with scripts reads what is in there as text.
  for (const part of document.querySelectorAll('noscript'))
    part.textContent = '<form action="/fil/properties"><input type="search" name="search"></form>';
  const given: Record<string, unknown> = {
    window,
    document,
    location: window.location,
    CSS: css,
    setTimeout,
    requestAnimationFrame: () => 0,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  };
  new Function(...Object.keys(given), EARLY_ACTS_SCRIPT)(...Object.values(given));
  const find = (selector: string) => document.querySelector(selector);
  return {
    window,
    document,
    find,
    words: () => find('[role=alert]')?.textContent?.trim() ?? null,
    lose: () => find('script[src*="/assets/index"]')?.dispatchEvent(new window.Event('error')),
    throwIn: (filename: string) => {
      const error = new window.ErrorEvent('error', { message: 'Unexpected token' });
      Object.defineProperty(error, 'filename', { value: filename });
      window.dispatchEvent(error);
    },
    submit: (form: string) => {
      const event = new window.Event('submit', { bubbles: true, cancelable: true });
      find(form)?.dispatchEvent(event);
      return event.defaultPrevented;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  vi.useRealTimers();
  for (const page of pages.splice(0)) await page.happyDOM.close();
});

describe('a page whose scripts cannot start', () => {
  it('says that they are lost, and shows its forms for browsers without scripts', () => {
    const page = openPage(rendered + SCRIPT);
    expect(page.words()).toBeNull();
    page.lose();
    expect(page.words()).toBe('Lost');
    expect(page.find('[data-old], nav')).toBeNull();
    expect(page.document.documentElement.dataset.plain).toBe('');
    expect(page.find('#root')?.hasAttribute('inert')).toBe(false);
    expect(page.document.querySelectorAll('form[action]')).toHaveLength(1);
    expect(page.find('#root form[action="/fil/properties"]')).not.toBeNull();
  });

  it('says so once', () => {
    const page = openPage(rendered + SCRIPT);
    page.lose();
    page.lose();
    page.throwIn('https://homes.example/assets/a.js');
    expect(page.document.querySelectorAll('[role=alert]')).toHaveLength(1);
  });

  it('says that the browser is too old where it cannot read them', () => {
    const page = openPage(rendered + SCRIPT);
    page.throwIn('https://elsewhere.example/extension.js');
    expect(page.words()).toBeNull();
    page.throwIn('https://homes.example/assets/framework-1.js');
    expect(page.words()).toBe('Old');
  });

  it.each([
    ['knows no container queries', { supports: () => false }],
    ['cannot be asked', null],
  ])('says it at once in a browser that %s', (_name, css) => {
    const page = openPage(rendered, css);
    expect(page.words()).toBe('Old');
    // Later scripts may not start.
    expect(page.window.beginPage?.()).toBeNull();
  });

  it('has a search and links where nothing else is there', () => {
    const page = openPage(`<div id="root"></div>${SCRIPT}`);
    page.lose();
    expect(page.words()).toBe('Lost');
    expect(page.find('nav a[href="/"]')).not.toBeNull();
    expect(page.find('form[action="/properties"] [name=search]')).not.toBeNull();
  });

  it('takes no submit any more, and carries out the one that it has kept, with its words', () => {
    const page = openPage(rendered + SCRIPT);
    const field = page.find('form:not([action]) input') as unknown as HTMLInputElement;
    field.value = 'makati';
    expect(page.submit('form:not([action])')).toBe(true);
    let sent = '';
    page.window.HTMLFormElement.prototype.submit = function submit() {
      sent = `${this.getAttribute('action')} ${(this.querySelector('input') as unknown as HTMLInputElement).value}`;
    };
    page.lose();
    expect(sent).toBe('/fil/properties makati');
    expect(page.submit('form[action]')).toBe(false);
  });

  it('leads back to its words from what needs scripts', () => {
    const page = openPage(rendered + SCRIPT);
    page.lose();
    (page.find('#login') as unknown as HTMLElement).click();
    expect(page.document.activeElement?.textContent).toBe('Reload');
    expect(page.submit('#root form:not([action])')).toBe(true);
  });

  it('begins none of the late scripts', () => {
    const page = openPage(rendered + LATE_SCRIPT + SCRIPT);
    page.lose();
    page.window.dispatchEvent(new page.window.Event('pointerover'));
    vi.runAllTimers();
    expect(page.document.querySelectorAll('script[type=module]')).toHaveLength(0);
  });

  it('does not let a submit wait for ever', () => {
    const page = openPage(rendered);
    page.window.HTMLFormElement.prototype.submit = () => undefined;
    page.submit('form:not([action])');
    vi.advanceTimersByTime(19_000);
    expect(page.words()).toBeNull();
    vi.advanceTimersByTime(2_000);
    expect(page.words()).toBe('Lost');
  });
});

describe('a page that has begun', () => {
  it('has begun its late scripts, of a rendered page alone', () => {
    for (const [body, count] of [
      [rendered + LATE_SCRIPT, 1],
      [`<div id="root"></div>${LATE_SCRIPT}`, 0],
    ] as const) {
      const page = openPage(body);
      page.window.dispatchEvent(new page.window.Event('pointerover'));
      expect(page.document.querySelectorAll('script[type=module]')).toHaveLength(count);
    }
  });

  it('does not look at later errors, and can still say that it failed', () => {
    const page = openPage(rendered + SCRIPT);
    const fail = page.window.beginPage?.();
    page.throwIn('https://homes.example/assets/a.js');
    page.lose();
    page.submit('form:not([action])');
    vi.advanceTimersByTime(60_000);
    expect(page.words()).toBeNull();
    fail?.(true);
    expect(page.words()).toBe('Old');
  });
});

it('the script is syntax of 2015', () => {
  expect(EARLY_ACTS_SCRIPT).not.toMatch(/\?\.|\?\?|\*\*|async |catch\{|\.\.\.\w+[,}]|<\//);
});
