const isOfNavigation = (element: Element) => element.closest('nav') !== null;

/**
 * Brings the focus to the heading of what has just been shown in a place: it is read out, and the next Tab goes on from
 * there. Where the heading has not come yet the place has the focus meanwhile. A screen that puts the focus somewhere by
 * itself, a person who has gone on, and an open dialog are left alone.
 * @returns ends the waiting.
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

/** Also of what cannot be reached by the Tab key: for as long as it has the focus. */
export function takeFocus(heading: HTMLElement): void {
  if (heading.tabIndex < 0 && !heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1;
    heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  }
  heading.focus({ preventScroll: true });
}

/**
 * After another screen was opened without loading the page. Who goes back finds the link again that led away.
 * @param left the address that was left, where it was by the way back.
 */
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
