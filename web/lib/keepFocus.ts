import { takeFocus } from './focusHeading.ts';

/** Ancestors of an element from the inside out, with the index in each. */
type Trail = readonly { holder: Element; index: number }[];

interface Place {
  element: Element;
  trail: Trail;
  /** For a dialog or a note over the page: the previously focused element. */
  before: Place | null;
}

const LAYERS = 'dialog, [popover]';
const LISTS = 'ul, ol, tbody, [role="list"]';
const PARTS = 'article, section, form, dialog, main, [role="tabpanel"]';
const HEADINGS = 'h1, h2, h3, h4';
const REACHED = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
/** Time for a screen to move the focus by itself. */
const PATIENCE_MS = 80;

/**
 * Restores the focus when the focused element is removed (a deleted row, a decided card, the button that opened a dialog):
 * to the element in its place, to a neighbour, or to the heading of its section. A screen that moves the focus by itself
 * takes precedence.
 * @returns stops.
 */
export function keepFocus(): () => void {
  let last: Place | null = null;
  let address = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const openers = new WeakMap<Element, Place | null>();

  const remember = (element: Element) => {
    const layer = element.closest(LAYERS);
    if (layer && !(last && layer.contains(last.element))) openers.set(layer, last);
    last = { element, trail: trailOf(element, layer), before: (layer && openers.get(layer)) ?? null };
    address = window.location.pathname;
  };
  const isLost = () =>
    last !== null &&
    !last.element.isConnected &&
    window.location.pathname === address &&
    (document.activeElement === document.body || document.activeElement === null);
  const repair = () => {
    timer = undefined;
    if (isLost() && last) focusNear(last);
  };
  const onFocus = ({ target }: FocusEvent) => target instanceof Element && remember(target);
  const observer = new MutationObserver(() => {
    if (!timer && isLost()) timer = setTimeout(repair, PATIENCE_MS);
  });

  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) remember(activeElement);
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
    clearTimeout(timer);
  };
}

function trailOf(element: Element, layer: Element | null): Trail {
  const trail: { holder: Element; index: number }[] = [];
  for (let at = element; at !== layer && at.parentElement; at = at.parentElement)
    trail.push({ holder: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return trail;
}

function focusNear({ trail, before }: Place): void {
  for (const { holder, index } of trail) {
    if (!holder.isConnected || holder.checkVisibility?.() === false) continue;
    const neighbour = holder.matches(LISTS) && (holder.children[index] ?? holder.children[index - 1]);
    const target = neighbour
      ? (neighbour.querySelector(HEADINGS) ?? neighbour.querySelector(REACHED))
      : holder.matches(PARTS) && holder.querySelector(HEADINGS);
    if (!(target instanceof HTMLElement)) continue;
    takeFocus(target);
    return;
  }
  if (!before) return;
  if (before.element instanceof HTMLElement && before.element.isConnected) before.element.focus();
  else focusNear(before);
}
