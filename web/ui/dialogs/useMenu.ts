import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

interface MenuHandlers {
  panel: RefObject<HTMLDivElement | null>;
  onKeyDown(event: KeyboardEvent): void;
}

const itemsOf = (panel: HTMLElement | null) => [
  ...(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
];

/** Keyboard and outside clicks of an open menu: arrows, Home and End move; Escape and Tab close it. */
export function useMenu(
  isOpen: boolean,
  close: () => void,
  trigger: RefObject<HTMLButtonElement | null>,
): MenuHandlers {
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    itemsOf(panel.current)[0]?.focus();
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !trigger.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen, close, trigger]);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(panel.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      items[target]?.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      trigger.current?.focus();
    } else if (event.key === 'Tab') {
      close();
    }
  };

  return { panel, onKeyDown };
}
