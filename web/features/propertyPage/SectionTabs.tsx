import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { useActiveInView } from '#web/ui/layout/Tabs.tsx';
import { ErrorBoundary } from '#web/ui/states/EmptyState.tsx';

interface Section<Id extends string> {
  /** Also the element's own, the target of its address. */
  id: Id;
  label: string;
  content: ReactNode;
}

interface SectionTabsProps<Id extends string> {
  label: string;
  sections: readonly [Section<Id>, ...Section<Id>[]];
}

/** Sections of one page below tabs that stay in view: a tab scrolls to its section, and the one being read is marked. */
export function SectionTabs<Id extends string>({ label, sections }: SectionTabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const [active, showSection] = useActiveSection(sections);
  useActiveInView(list, active);

  const onClick = (event: MouseEvent, id: Id) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    showSection(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = sections.findIndex(({ id }) => id === active);
    const target = {
      ArrowRight: (at + 1) % sections.length,
      ArrowLeft: (at - 1 + sections.length) % sections.length,
      Home: 0,
      End: sections.length - 1,
      ' ': at,
    }[event.key];
    const section = target === undefined ? undefined : sections[target];
    if (!section) return;
    event.preventDefault();
    showSection(section.id);
    document.getElementById(tabIdOf(section.id))?.focus({ preventScroll: true });
  };

  return (
    <div>
      <noscript>
        {import.meta.env.SSR && (
          <nav className="flex flex-wrap gap-4 pb-3" aria-label={label}>
            {sections.map(({ id, label: name }) => (
              <a key={id} href={`#${id}`}>
                {name}
              </a>
            ))}
          </nav>
        )}
      </noscript>
      <div
        ref={list}
        data-top-bar
        className="tabs sticky z-20 top-[calc(var(--s-header-height)_-_1px)] bg-page"
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {sections.map(({ id, label: name }) => (
          <a
            key={id}
            href={`#${id}`}
            role="tab"
            id={tabIdOf(id)}
            className="tab no-underline"
            aria-selected={id === active}
            aria-controls={id}
            tabIndex={id === active ? 0 : -1}
            onClick={(event) => onClick(event, id)}
          >
            {name}
          </a>
        ))}
      </div>
      {sections.map(({ id, content }) => (
        <div
          key={id}
          id={id}
          className="scroll-mt-1 pt-6 not-last:pb-4"
          role="tabpanel"
          aria-labelledby={tabIdOf(id)}
        >
          <ErrorBoundary headingLevel={3}>{content}</ErrorBoundary>
        </div>
      ))}
    </div>
  );
}

const tabIdOf = (id: string) => `${id}-tab`;

/** Part of the window's height: the section that reaches this line is the one being read. */
const LINE = 0.35;
/** Browsers without the event end a smooth scroll within this time. */
const SCROLLED_MS = 1_000;

/** @returns the section being read, and a function that scrolls to one */
function useActiveSection<Id extends string>(sections: SectionTabsProps<Id>['sections']) {
  const first = sections[0].id;
  const ids = sections.map(({ id }) => id).join(' ');
  const [active, setActive] = useState<Id>(first);
  /** A chosen section stays marked while the page scrolls over others. */
  const isScrolling = useRef(false);

  useEffect(() => {
    const elements = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      () => {
        if (isScrolling.current) return;
        const line = window.innerHeight * LINE;
        const read = elements.findLast((element) => element.getBoundingClientRect().top <= line);
        setActive((read?.id as Id | undefined) ?? first);
      },
      { rootMargin: `-${LINE * 100}% 0px -${(1 - LINE) * 100}% 0px` },
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [ids, first]);

  const showSection = (id: Id) => {
    setActive(id);
    isScrolling.current = true;
    const end = () => {
      isScrolling.current = false;
      window.clearTimeout(timer);
      window.removeEventListener('scrollend', end);
    };
    const timer = window.setTimeout(end, SCROLLED_MS);
    window.addEventListener('scrollend', end);
    document.getElementById(id)?.scrollIntoView({ behavior: matchesMedia('calm') ? 'auto' : 'smooth' });
  };
  return [active, showSection] as const;
}
