const isOfNavigation = (element: Element) => element.closest('nav') !== null;

/**
 * Moves the focus to the heading of new content, which is then read out and the start of the next Tab. Until the heading is
 * rendered, the container has the focus. Does nothing if the screen or the person has moved the focus, or a dialog is open.
 * @returns stops waiting for the heading.
 */
export function focusHeading(place: HTMLElement, level: 'h1' | 'h2'): () => void {
  const nothing = () => {};
  const { activeElement: active } = document;
  const isTaken = active && active !== place && place.contains(active) && !isOfNavigation(active);
  if (isTaken || document.querySelector('dialog:modal')) return nothing;
  const arrive = () => {
    const heading = place.querySelector<HTMLElement>(level);
    if (!heading) return false;
    takeFocus(heading);
    return true;
  };
  if (arrive()) return nothing;
  place.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement !== place || arrive()) observer.disconnect();
  });
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Also focuses elements that are not in the tab order, temporarily. */
export function takeFocus(heading: HTMLElement): void {
  if (heading.tabIndex < 0 && !heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1;
    heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  }
  heading.focus({ preventScroll: true });
}

/** Focuses a new screen, or after a step back the link that had led away. @param left the address of that step, else null */
export function focusScreen(content: HTMLElement, left: string | null): () => void {
  const wayThere =
    left !== null &&
    [...content.querySelectorAll<HTMLAnchorElement>('a[href]')].find(
      (link) => link.tabIndex >= 0 && link.pathname === left && !isOfNavigation(link),
    );
  if (wayThere && (document.activeElement === document.body || document.activeElement === null)) {
    wayThere.focus({ preventScroll: true });
    return () => {};
  }
  return focusHeading(content, 'h1');
}
