import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { ErrorBoundary } from '../states/EmptyState.tsx';

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  badge?: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabItem<Id>[];
  active: Id;
  onChange(id: Id): void;
  /** Address of a tab, for browsers without scripts. */
  hrefOf?(id: Id): string;
  children: ReactNode;
}

/** Tabs; arrows, Home and End activate another one. */
export function Tabs<Id extends string>({ label, tabs, active, onChange, hrefOf, children }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const tabId = (id: string) => `${baseId}-${id}-tab`;
  const panelId = `${baseId}-panel`;

  useActiveInView(list, active);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === active);
    const target = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = target === undefined ? undefined : tabs[target];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.id);
    document.getElementById(tabId(tab.id))?.focus();
  };

  return (
    <div>
      <noscript>
        {import.meta.env.SSR && hrefOf && (
          <nav className="flex flex-wrap gap-4 pb-3" aria-label={label}>
            {tabs.map(({ id, label: name }) => (
              <a key={id} href={hrefOf(id)} aria-current={id === active ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
      </noscript>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(tab.id)}
            className="tab"
            aria-selected={tab.id === active}
            aria-controls={panelId}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      <div
        id={panelId}
        className="pt-6 focus-visible:outline-offset-6 focus-visible:rounded-sm"
        role="tabpanel"
        aria-labelledby={tabId(active)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable by keyboard too
        tabIndex={0}
      >
        <ErrorBoundary key={active} headingLevel={3}>
          {children}
        </ErrorBoundary>
      </div>
    </div>
  );
}

/**
 * Scrolls a row to its active item, also after badges have changed its width.
 * @param row scrolls sideways @param active the active item's id; the element is found by `aria-selected` or `aria-current`
 */
export function useActiveInView(row: RefObject<HTMLElement | null>, active: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active item is read from the elements
  useEffect(() => {
    const box = row.current;
    if (!box) return;
    const reveal = () => {
      const item = box.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
      if (!item) return;
      const room = (box.clientWidth - item.offsetWidth) / 2;
      box.scrollLeft += item.getBoundingClientRect().left - box.getBoundingClientRect().left - room;
    };
    const observer = new ResizeObserver(reveal);
    for (const item of box.children) observer.observe(item);
    return () => observer.disconnect();
  }, [row, active]);
}
