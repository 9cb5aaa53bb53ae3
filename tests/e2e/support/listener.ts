import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';

/** A node of the browser's accessibility tree. */
interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  value?: { value: string | number };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
  parentId?: string;
}

/** A text in a live region, as a screen reader would read it. */
export interface Utterance {
  urgency: 'polite' | 'assertive';
  text: string;
}

const LANDMARKS = new Set([
  'banner',
  'navigation',
  'main',
  'complementary',
  'contentinfo',
  'search',
  'region',
  'form',
]);
const GROUPS = new Set([
  ...LANDMARKS,
  'dialog',
  'alertdialog',
  'list',
  'listbox',
  'menu',
  'group',
  'radiogroup',
  'tablist',
  'tabpanel',
  'table',
  'grid',
  'toolbar',
  'log',
  'article',
]);
/** Read out by their names alone; their content is in the name. */
const LEAVES = new Set([
  'button',
  'link',
  'heading',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'menuitem',
  'option',
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'slider',
  'image',
  'separator',
]);
const ROLE_WORDS: Record<string, string> = {
  textbox: 'edit',
  searchbox: 'search edit',
  combobox: 'combo box',
  spinbutton: 'spin button',
  contentinfo: 'content info',
  menuitem: 'menu item',
  radiogroup: 'radio group',
  tablist: 'tab list',
  tabpanel: 'tab panel',
  DisclosureTriangle: 'disclosure',
  listbox: 'list box',
};

const textOf = (node: AxNode, key: 'name' | 'description' | 'value') =>
  String(node[key]?.value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
const roleOf = (node: AxNode) => node.role?.value ?? '';
const propertyOf = (node: AxNode, name: string) =>
  node.properties?.find((property) => property.name === name)?.value.value;
const wordOf = (role: string) => ROLE_WORDS[role] ?? role;

/** 'button "Login", collapsed': the role, the name, and the states. */
export function sayNode(node: AxNode): string {
  const role = roleOf(node);
  const level = propertyOf(node, 'level');
  const name = textOf(node, 'name');
  if (['none', 'RootWebArea'].includes(role)) return 'the page';
  const said = [`${wordOf(role)}${level ? ` ${level}` : ''} ${name ? `"${name}"` : '(unnamed)'}`];
  const is = (property: string) => String(propertyOf(node, property) ?? '');
  if (is('checked')) said.push(is('checked') === 'true' ? 'checked' : 'not checked');
  if (is('pressed')) said.push(is('pressed') === 'true' ? 'pressed' : 'not pressed');
  if (is('selected') === 'true') said.push('selected');
  if (is('expanded')) said.push(is('expanded') === 'true' ? 'expanded' : 'collapsed');
  if (is('required') === 'true') said.push('required');
  if (is('invalid') === 'true') said.push('invalid entry');
  if (is('disabled') === 'true') said.push('unavailable');
  if (!['', 'false'].includes(is('hasPopup')) && role !== 'combobox') said.push(`opens ${is('hasPopup')}`);
  const value = textOf(node, 'value');
  if (value && value !== name) said.push(`value "${value}"`);
  const description = textOf(node, 'description');
  // Tooltips that repeat the name are not read twice.
  if (description && description !== name) said.push(`described "${description}"`);
  return said.join(', ');
}

/** Collects texts that enter live regions. Runs in the page, before its own code. */
function hearLiveRegions(): void {
  const REGIONS = '[aria-live]:not([aria-live="off"]),[role="status"],[role="alert"],[role="log"],output';
  const said: { urgency: string; text: string; at: number }[] = [];
  Object.assign(window, { saidAloud: said });
  const isHeard = (element: Element) => {
    // Outside the topmost modal dialog nothing is read.
    const open = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (open && !open.contains(element)) return false;
    return !element.closest('[aria-hidden="true"],[inert]');
  };
  const wordsOf = (node: Node): string => {
    if (node instanceof Text) {
      const box = node.parentElement;
      return box?.checkVisibility() && !box.closest('[aria-hidden="true"],svg,style,script')
        ? (node.nodeValue ?? '')
        : '';
    }
    if (!(node instanceof Element) || node.matches('[aria-hidden="true"],[aria-live="off"],style,script'))
      return '';
    const label = node.getAttribute('aria-label');
    if (label && node.matches('button,a,[role="img"],svg')) return ` ${label} `;
    const words = [...node.childNodes].map(wordsOf).join('');
    return getComputedStyle(node).display.startsWith('inline') ? words : ` ${words} `;
  };
  const urgencyOf = (region: Element) =>
    region.getAttribute('aria-live') ?? (region.getAttribute('role') === 'alert' ? 'assertive' : 'polite');
  const isWhole = (region: Element) =>
    region.hasAttribute('aria-atomic')
      ? region.getAttribute('aria-atomic') === 'true'
      : region.matches('[role="status"],[role="alert"],output');
  const known = new WeakSet<Element>();
  let pending = new Map<Element, Set<Node>>();
  let timer = 0;
  const speak = () => {
    timer = 0;
    const now = pending;
    pending = new Map();
    for (const [region, nodes] of now) {
      if (!region.isConnected || !isHeard(region) || region.getAttribute('aria-busy') === 'true') continue;
      const parts = isWhole(region) ? [region] : [...nodes].filter((node) => node.isConnected);
      const text = parts.map(wordsOf).join(' ').replace(/\s+/g, ' ').trim();
      if (text) said.push({ urgency: urgencyOf(region), text, at: performance.now() });
    }
  };
  const note = (region: Element, node: Node) => {
    const nodes = pending.get(region) ?? new Set<Node>();
    if (![...nodes].some((other) => other.contains(node))) nodes.add(node);
    pending.set(region, nodes);
    if (timer === 0) timer = window.setTimeout(speak, 60);
  };
  const meet = (root: Element) => {
    for (const region of [...(root.matches(REGIONS) ? [root] : []), ...root.querySelectorAll(REGIONS)]) {
      if (known.has(region)) continue;
      known.add(region);
      // An alert is read as it appears; another region that appears with its words is not announced by every
      // screen reader.
      if (region.getAttribute('role') === 'alert' && region.textContent?.trim()) note(region, region);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      const holder = target instanceof Element ? target : target.parentElement;
      const nearest = holder?.closest(`${REGIONS},[aria-live="off"]`);
      const region = nearest?.matches(REGIONS) ? nearest : null;
      const isKnown = region !== null && known.has(region);
      if (isKnown && type === 'characterData') note(region, target);
      if (isKnown && type === 'childList') for (const node of addedNodes) note(region, node);
    }
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) meet(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * Follows a page as a screen reader's user does: the focus, the regions entered on the way to it, and the live
 * announcements. Keeps all of it as a transcript.
 */
export class Listener {
  readonly lines: string[] = [];
  private around: string[] = [];
  private last = '';
  private told = 0;
  /** The length of the transcript before the last action. */
  private before = 0;

  private constructor(
    private readonly page: Page,
    private readonly client: CDPSession,
  ) {}

  /** Before the first page is opened. */
  static async on(page: Page): Promise<Listener> {
    await page.addInitScript(hearLiveRegions);
    const client = await page.context().newCDPSession(page);
    await client.send('Accessibility.enable');
    return new Listener(page, client);
  }

  /** Adds the person's action, or a heading of the transcript. */
  note(words: string): void {
    this.lines.push('', `> ${words}`);
  }

  /** All announcements since the page was opened. */
  async said(): Promise<Utterance[]> {
    return this.page.evaluate(() => (window as unknown as { saidAloud: Utterance[] }).saidAloud);
  }

  /** A page that was opened anew. */
  async arrive(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    this.told = 0;
    this.before = 0;
    this.around = [];
    this.last = '';
    this.lines.push(`page "${await this.page.title()}"`);
    await this.hear();
  }

  /** Opened without loading: the title, once it is there, the announcements, and the present position. */
  async follow(title: RegExp): Promise<void> {
    await expect(this.page).toHaveTitle(title);
    await expect(this.page.locator('h1:focus, h2:focus')).toHaveCount(1);
    this.lines.push(`page "${await this.page.title()}"`);
    await this.hear();
  }

  async press(key: string, times = 1): Promise<void> {
    this.before = this.told;
    for (let time = 0; time < times; time += 1) {
      await this.page.keyboard.press(key);
      await this.hear();
    }
  }

  /** As `press`, for a key that changes the page: `follow`, `hears` or `hear` come next. */
  async pressAndWait(key: string): Promise<void> {
    this.before = this.told;
    await this.page.keyboard.press(key);
  }

  async type(words: string): Promise<void> {
    this.note(`types "${words}"`);
    await this.page.keyboard.type(words);
    await this.hear();
  }

  /** Tab until the target has the focus. Each stop on the way is read out. */
  async tabTo(target: Locator, limit = 40): Promise<void> {
    for (let step = 0; step < limit; step += 1) {
      if (await this.isIn(target)) return;
      await this.press('Tab');
    }
    if (!(await this.isIn(target)))
      throw new Error(`${target} was not reached in ${limit} steps:\n${this.lines.slice(-limit).join('\n')}`);
  }

  private isIn(target: Locator): Promise<boolean> {
    return target
      .first()
      .evaluate((element) => element === document.activeElement)
      .catch(() => false);
  }

  /** Jumps there as by the keys for headings, landmarks or links: the next Tab goes on from it. */
  async jumpTo(target: Locator): Promise<void> {
    await target.evaluate((element: HTMLElement) => {
      if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
        element.setAttribute('tabindex', '-1');
        element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
      }
      element.focus();
    });
    await this.hear();
  }

  /** The headings of the page, as their list shows them. */
  async headings(): Promise<void> {
    const nodes = await this.tree();
    for (const node of nodes.values())
      if (roleOf(node) === 'heading' && !node.ignored)
        this.lines.push(`${'  '.repeat(Number(propertyOf(node, 'level')))}${sayNode(node)}`);
  }

  /** Reads a part line by line, from its beginning to its end. */
  async read(part: Locator): Promise<void> {
    const handle = await part.elementHandle();
    await handle?.evaluate((element) => element.setAttribute('data-being-read', ''));
    const { root } = (await this.client.send('DOM.getDocument', { depth: 0 })) as {
      root: { nodeId: number };
    };
    const { nodeId } = await this.client.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '[data-being-read]',
    });
    await handle?.evaluate((element) => element.removeAttribute('data-being-read'));
    const { nodes } = (await this.client.send('Accessibility.getPartialAXTree', {
      nodeId,
      fetchRelatives: false,
    })) as { nodes: AxNode[] };
    const all = await this.tree();
    const start = nodes[0]?.nodeId;
    if (start) this.lines.push(...linesBelow(all, start, 1));
  }

  /** The whole tree, in its order. */
  async tree(): Promise<Map<string, AxNode>> {
    const { nodes } = (await this.client.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const ordered = new Map<string, AxNode>();
    const walk = (id: string) => {
      const node = byId.get(id);
      if (!node || ordered.has(id)) return;
      ordered.set(id, node);
      for (const child of node.childIds ?? []) walk(child);
    };
    if (nodes[0]) walk(nodes[0].nodeId);
    return ordered;
  }

  /** Waits up to 20 s for an announcement, which stands in the transcript then. */
  async hears(words: string | RegExp): Promise<void> {
    const isIt = ({ text }: Utterance) => (typeof words === 'string' ? text.includes(words) : words.test(text));
    const deadline = Date.now() + 20_000;
    for (;;) {
      const said = (await this.said()).slice(this.before);
      if (said.some(isIt)) break;
      if (Date.now() > deadline)
        throw new Error(`Nothing like ${words} was said, but: ${said.map(({ text }) => text).join(' | ')}`);
      await this.page.waitForTimeout(50);
    }
    await this.hear();
  }

  /** The announcements since then, and the focus if it has moved. */
  async hear(): Promise<void> {
    // Longer than the page waits to join announcements.
    await this.page.waitForTimeout(120);
    const said = await this.said().catch(() => []);
    for (const { urgency, text } of said.slice(this.told)) this.lines.push(`${urgency}: "${text}"`);
    this.told = said.length;
    let chain = await this.focusedChain();
    // Without focus for a moment only.
    for (let wait = 0; wait < 5 && chain[0] && sayNode(chain[0]) === 'the page'; wait++) {
      await this.page.waitForTimeout(150);
      chain = await this.focusedChain();
    }
    const [node, ...ancestors] = chain;
    if (!node) return;
    const within = ancestors
      .filter((ancestor) => GROUPS.has(roleOf(ancestor)) && (!isBare(ancestor) || roleOf(ancestor) === 'main'))
      .map((ancestor) =>
        [
          wordOf(roleOf(ancestor)),
          ...(textOf(ancestor, 'name') ? [`"${textOf(ancestor, 'name')}"`] : []),
          ...(roleOf(ancestor) === 'dialog' && textOf(ancestor, 'description')
            ? [`described "${textOf(ancestor, 'description')}"`]
            : []),
        ].join(' '),
      )
      .reverse();
    const spoken = sayNode(node);
    const isSame = spoken === this.last && within.join() === this.around.join();
    if (!isSame) {
      const entered = within.filter((words) => !this.around.includes(words));
      for (const words of entered) this.lines.push(`  into ${words}`);
      this.lines.push(`focus: ${spoken}`);
    }
    this.last = spoken;
    this.around = within;
  }

  /** The focused element and all its ancestors, from the inside out. */
  private async focusedChain(): Promise<AxNode[]> {
    const { result } = await this.client.send('Runtime.evaluate', { expression: 'document.activeElement' });
    if (!result.objectId) return [];
    const { nodes } = (await this.client.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: true,
    })) as { nodes: AxNode[] };
    const [first] = nodes;
    if (!first) return [];
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const chain: AxNode[] = [];
    for (let node: AxNode | undefined = first; node; node = node.parentId ? byId.get(node.parentId) : undefined)
      chain.push(node);
    // A list with an active descendant: the entry is read out.
    const active = await this.activeDescendant();
    return active ? [active, ...chain] : chain;
  }

  private async activeDescendant(): Promise<AxNode | undefined> {
    const { result } = await this.client.send('Runtime.evaluate', {
      expression: 'document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? "")',
    });
    if (!result.objectId) return undefined;
    const { nodes } = (await this.client.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    })) as { nodes: AxNode[] };
    return nodes[0];
  }

  /**
   * Texts that differ from run to run are replaced by fixed ones. Announcements stand at the end of each part:
   * whether one comes before the focus has moved or after that is a matter of moments.
   */
  transcript(replacements: readonly (readonly [RegExp | string, string])[] = []): string {
    const parts = this.lines.join('\n').trim().split('\n\n');
    const isSaid = (line: string) => /^(polite|assertive): /.test(line);
    let text = parts
      .map((part) => part.split('\n'))
      .map((lines) => [...lines.filter((line) => !isSaid(line)), ...lines.filter(isSaid)].join('\n'))
      .join('\n\n')
      .concat('\n');
    for (const [from, to] of replacements) text = text.replaceAll(from, to);
    return text;
  }
}

/** Whether a group has nothing to read out when it is entered. */
const isBare = (node: AxNode) =>
  textOf(node, 'name') === '' && !['dialog', 'banner', 'contentinfo'].includes(roleOf(node));

function linesBelow(nodes: Map<string, AxNode>, id: string, depth: number): string[] {
  const node = nodes.get(id);
  if (!node) return [];
  const role = roleOf(node);
  const indent = '  '.repeat(depth);
  const below = (deeper: number) =>
    (node.childIds ?? []).flatMap((child) => linesBelow(nodes, child, depth + deeper));
  if (node.ignored) return below(0);
  if (role === 'StaticText') return [`${indent}${textOf(node, 'name')}`];
  if (LEAVES.has(role)) {
    // A heading that is a link, and a link that holds one, are both read out.
    const inner = (node.childIds ?? []).flatMap((child) => leavesBelow(nodes, child));
    return [`${indent}${[sayNode(node), ...inner].join(', ')}`];
  }
  if (GROUPS.has(role) && !isBare(node))
    return [`${indent}${wordOf(role)} "${textOf(node, 'name')}"`, ...below(1)];
  return below(0);
}

function leavesBelow(nodes: Map<string, AxNode>, id: string): string[] {
  const node = nodes.get(id);
  if (!node) return [];
  const here = !node.ignored && ['link', 'heading', 'button'].includes(roleOf(node)) ? [wordOf(roleOf(node))] : [];
  return [...here, ...(node.childIds ?? []).flatMap((child) => leavesBelow(nodes, child))];
}
