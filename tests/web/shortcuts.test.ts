import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  keyCaps,
  listenToShortcuts,
  matchPresses,
  registerShortcut,
  shortcuts,
  singleKeys,
  writePress,
} from '#web/lib/shortcuts.ts';

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false };

describe('a press', () => {
  test.each([
    [{ key: 'n' }, 'n'],
    [{ key: 'N' }, 'n'],
    [{ key: '?' }, '?'],
    [{ key: 'k', ctrlKey: true }, 'mod+k'],
    [{ key: 'K', metaKey: true }, 'mod+k'],
    [{ key: 'k', altKey: true }, null],
    [{ key: ' ' }, null],
    [{ key: 'Shift' }, null],
    [{ key: 'Tab' }, null],
    [{ key: 'Escape' }, 'escape'],
    [{ key: 'Enter' }, 'enter'],
    [{ key: 'Enter', shiftKey: true }, null],
    [{ key: 'Enter', ctrlKey: true }, 'mod+enter'],
    [{ key: 'ArrowDown' }, 'down'],
    [{ key: '?', shiftKey: true }, '?'],
  ])('%j is written %s', (press, written) => {
    expect(writePress({ ...noModifiers, ...press })).toBe(written);
  });

  test('is a whole shortcut, the beginning of one, or neither', () => {
    const known = ['g p', 'g m', 'n', '?', 'go'];
    expect(matchPresses(['n'], known)).toBe('whole');
    expect(matchPresses(['g'], known)).toBe('part');
    expect(matchPresses(['g', 'p'], known)).toBe('whole');
    expect(matchPresses(['g', 'x'], known)).toBeNull();
    expect(matchPresses(['p'], known)).toBeNull();
  });

  test('stands on keys as the machine has them', () => {
    expect(keyCaps('mod+k', false)).toEqual([['Ctrl', 'K']]);
    expect(keyCaps('mod+k', true)).toEqual([['⌘', 'K']]);
    expect(keyCaps('g p', true)).toEqual([['G'], ['P']]);
    expect(keyCaps('mod+enter', false)).toEqual([['Ctrl', 'Enter']]);
    expect(keyCaps('escape', false)).toEqual([['Esc']]);
    expect(keyCaps('up', false)).toEqual([['↑']]);
  });
});

/** An empty page with the listener's requirements. */
function openPage(options: { isDialogOpen?: boolean; platform?: string } = {}) {
  const page = new EventTarget();
  class Element extends EventTarget {
    isContentEditable = false;
    matches = () => false;
    closest = (_selector: string): unknown => null;
  }
  class Field extends Element {
    override matches = () => true;
  }
  class MenuItem extends Element {
    override closest = (selector: string) => (selector.includes('role="menu"') ? this : null);
  }
  class Control extends Element {
    override closest = (selector: string) => (selector.includes('button') ? this : null);
  }
  const dialogs = options.isDialogOpen ? [{ getClientRects: () => [{}] }] : [];
  vi.stubGlobal('window', page);
  vi.stubGlobal('HTMLElement', Element);
  vi.stubGlobal('document', { querySelectorAll: () => dialogs });
  vi.stubGlobal('navigator', { platform: options.platform ?? 'Linux x86_64' });
  let clock = 0;
  return {
    press(
      key: string,
      {
        wait = 50,
        inField = false,
        onControl = false,
        inMenu = false,
        ...values
      }: Record<string, unknown> & {
        wait?: number;
        inField?: boolean;
        onControl?: boolean;
        inMenu?: boolean;
      } = {},
    ) {
      clock += wait;
      const event = new Event('keydown', { cancelable: true });
      const properties = {
        ...noModifiers,
        key,
        timeStamp: clock,
        repeat: false,
        isComposing: false,
        getModifierState: () => false,
        ...values,
      };
      for (const [name, value] of Object.entries(properties)) Object.defineProperty(event, name, { value });
      if (inField) Object.defineProperty(event, 'target', { value: new Field() });
      if (onControl) Object.defineProperty(event, 'target', { value: new Control() });
      if (inMenu) Object.defineProperty(event, 'target', { value: new MenuItem() });
      page.dispatchEvent(event);
      return event;
    },
    point: () => page.dispatchEvent(new Event('pointerdown')),
  };
}

describe('the keys', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    vi.unstubAllGlobals();
  });

  /** The keys given, each of which notes that it ran. */
  function listen(...keys: string[]): string[] {
    const ran: string[] = [];
    for (const each of keys)
      ends.push(registerShortcut({ keys: each, label: each, group: 'Test', run: () => ran.push(each) }));
    ends.push(listenToShortcuts());
    return ran;
  }

  test('run what they stand for, alone and one after the other', () => {
    const page = openPage();
    const ran = listen('n', 'g p', 'g m', 'mod+k');
    expect(page.press('n').defaultPrevented).toBe(true);
    page.press('g');
    page.press('m');
    page.press('k', { ctrlKey: true });
    expect(page.press('x').defaultPrevented).toBe(false);
    expect(ran).toEqual(['n', 'g m', 'mod+k']);
  });

  test('of a sequence must follow soon, and a wrong one begins anew', () => {
    const page = openPage();
    const ran = listen('n', 'g p');
    page.press('g');
    page.press('p', { wait: 3_000 });
    page.press('g', { wait: 600 });
    page.press('g');
    page.press('p');
    page.press('g');
    page.press('n');
    expect(ran).toEqual(['g p', 'n']);
  });

  test('belong to the field they are typed in, unless Ctrl or ⌘ is held', () => {
    const page = openPage();
    const ran = listen('n', 'mod+k', '?');
    page.press('n', { inField: true });
    page.press('?', { inField: true });
    page.press('k', { inField: true, ctrlKey: true });
    page.press('k', { inField: true, metaKey: true });
    expect(ran).toEqual(['mod+k', 'mod+k']);
  });

  test('send from a field with Ctrl and Enter, and leave it with Escape', () => {
    const page = openPage();
    const ran = listen('mod+enter', 'escape', 'enter', 'down');
    page.press('Enter', { inField: true });
    page.press('ArrowDown', { inField: true });
    page.press('Enter', { inField: true, ctrlKey: true });
    page.press('Escape', { inField: true });
    expect(ran).toEqual(['mod+enter', 'escape']);
  });

  test('Enter and arrows are left to a button or a link that has the focus, letters are not', () => {
    const page = openPage();
    const ran = listen('enter', 'down', 'e');
    page.press('Enter', { onControl: true });
    page.press('ArrowDown', { onControl: true });
    page.press('e', { onControl: true });
    page.press('Enter');
    expect(ran).toEqual(['e', 'enter']);
  });

  test('go on while they are held down where they say so', () => {
    const page = openPage();
    const ran = listen('e');
    ends.push(
      registerShortcut({
        keys: 'j',
        label: 'Next',
        group: 'Test',
        mayRepeat: true,
        run: () => ran.push('j'),
      }),
    );
    for (const key of ['e', 'j']) {
      page.press(key);
      page.press(key, { repeat: true });
      page.press(key, { repeat: true });
    }
    expect(ran).toEqual(['e', 'j', 'j', 'j']);
  });

  test('of a word are no commands, also the next ones of it, until there was a pause', () => {
    const page = openPage();
    const ran = listen('e', 'j', 'a', 'g h', '1', 'enter');
    for (const letter of 'yes, the high jeep') page.press(letter, { wait: 150 });
    page.press('1', { wait: 150 });
    page.press('Enter', { wait: 150 });
    expect(ran).toEqual([]);
    page.press('e', { wait: 600 });
    expect(ran).toEqual(['e']);
  });

  test('that are commands run as fast as they are pressed', () => {
    const page = openPage();
    const ran = listen('e', 'j', 'g h', '1', 'enter');
    for (const key of ['j', 'j', 'e', 'g', 'h', 'j', '1', 'Enter']) page.press(key, { wait: 40 });
    expect(ran).toEqual(['j', 'j', 'e', 'g h', 'j', '1', 'enter']);
  });

  test('of a word whose field was taken away are no commands either; Escape and the pointer end the word', () => {
    const page = openPage();
    const ran = listen('e', 'escape');
    page.press('k', { inField: true });
    page.press('e', { wait: 120 });
    expect(ran).toEqual([]);
    page.press('Escape', { wait: 120 });
    page.press('e', { wait: 120 });
    expect(ran).toEqual(['escape', 'e']);
    page.press('k', { inField: true });
    page.point();
    page.press('e', { wait: 120 });
    expect(ran).toEqual(['escape', 'e', 'e']);
  });

  test('are the menu’s that is open', () => {
    const page = openPage();
    const ran = listen('e', 'mod+k');
    page.press('e', { inMenu: true });
    page.press('k', { inMenu: true, ctrlKey: true });
    expect(ran).toEqual(['mod+k']);
  });

  test('leave editing with Ctrl alone on a Mac', () => {
    const page = openPage({ platform: 'MacIntel' });
    const ran = listen('mod+k');
    page.press('k', { inField: true, ctrlKey: true });
    expect(ran).toEqual([]);
    page.press('k', { inField: true, metaKey: true });
    expect(ran).toEqual(['mod+k']);
  });

  test('do nothing behind an open dialog, held down, or while a word is composed', () => {
    const page = openPage();
    const ran = listen('n', 'mod+k');
    page.press('n', { repeat: true });
    page.press('n', { isComposing: true });
    ends.pop()?.();
    const behind = openPage({ isDialogOpen: true });
    ends.push(listenToShortcuts());
    behind.press('n');
    behind.press('k', { ctrlKey: true });
    expect(ran).toEqual([]);
  });

  test('of one letter can be switched off', () => {
    const page = openPage();
    const ran = listen('n', 'g p', 'mod+k', 'escape');
    singleKeys.set(false);
    try {
      expect(page.press('n').defaultPrevented).toBe(false);
      page.press('g');
      page.press('p');
      page.press('k', { ctrlKey: true });
      page.press('Escape');
    } finally {
      singleKeys.set(true);
    }
    expect(ran).toEqual(['mod+k', 'escape']);
  });

  test('of a screen win over the general ones while it is there', () => {
    const page = openPage();
    const ran = listen('n');
    const leave = registerShortcut({
      keys: 'n',
      label: 'Of the screen',
      group: 'Test',
      run: () => ran.push('screen'),
    });
    page.press('n');
    leave();
    page.press('n');
    expect(ran).toEqual(['screen', 'n']);
    expect(shortcuts.get().map(({ keys }) => keys)).toEqual(['n']);
  });
});
