import { type ReactNode, type RefObject, Suspense, use, useEffect, useRef, useState } from 'react';
import { drawn, earlyChanges, repeatChanges } from '#web/lib/earlyActs.ts';
import { useInBrowser } from '#web/lib/useMediaQuery.ts';

/** Distance to the view that counts as near. */
const NEAR = '300px';

/** Whether an element has come near the view; the returned function sets this earlier. */
export function useIsNear(box: RefObject<HTMLElement | null>): [isNear: boolean, bringNear: () => void] {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isNear]);
  return [isNear, () => setIsNear(true)];
}

interface Gate {
  isOpen: boolean;
  opened: Promise<void>;
  open(): void;
}

function createGate(): Gate {
  const gate: Gate = { isOpen: false, opened: Promise.resolve(), open() {} };
  gate.opened = new Promise((resolve) => {
    gate.open = () => {
      gate.isOpen = true;
      resolve();
    };
  });
  return gate;
}

/** Delays only the hydration of server-rendered content. */
function Gated({ gate, children }: { gate: Gate; children: ReactNode }) {
  const isHydrating = !useInBrowser() && !import.meta.env.SSR;
  if (isHydrating && !gate.isOpen) use(gate.opened);
  return children;
}

function Taken({ onTaken }: { onTaken: () => Promise<void> }) {
  useEffect(() => void onTaken(), [onTaken]);
  return null;
}

const FIRST_TOUCHES = ['pointerover', 'touchstart', 'focusin', 'input', 'click'] as const;

interface WhenNearProps {
  children: ReactNode;
  /** Shown while the code is loading, if the browser renders the part. */
  fallback?: ReactNode;
  /** Whether the part is loaded regardless of its position. */
  isWanted?: boolean;
  /** Whether the part has no behaviour, so that server-rendered content is never hydrated. */
  isStill?: boolean;
  className?: string;
}

/**
 * A part of a page below its first screen. Server-rendered content is shown at once and hydrated, with lazily loaded code,
 * when it comes near the view or is used. Earlier input is then repeated here, earlier presses by the page (`main.tsx`).
 * Without server rendering, the part is rendered at once.
 */
export function WhenNear({ children, fallback = null, isWanted, isStill, className }: WhenNearProps) {
  const inBrowser = useInBrowser();
  const [isTaken, setIsTaken] = useState(inBrowser);
  const [gate] = useState(createGate);
  const box = useRef<HTMLDivElement>(null);
  const [isNear] = useIsNear(box);
  const [onTaken] = useState(() => async () => {
    const changes = box.current ? earlyChanges(box.current) : [];
    setIsTaken(true);
    await drawn();
    await repeatChanges(changes);
  });

  useEffect(() => {
    if (!isStill && (isNear || isWanted)) gate.open();
  }, [gate, isNear, isWanted, isStill]);

  useEffect(() => {
    const element = box.current;
    if (isTaken || isStill || !element) return;
    const touch = ({ target }: Event) => {
      if (target instanceof Node && element.contains(target)) gate.open();
    };
    for (const type of FIRST_TOUCHES) window.addEventListener(type, touch, { capture: true, passive: true });
    return () => {
      for (const type of FIRST_TOUCHES) window.removeEventListener(type, touch, { capture: true });
    };
  }, [gate, isTaken, isStill]);

  const part = (
    <Suspense fallback={fallback}>
      <Gated gate={gate}>{children}</Gated>
      {!isTaken && <Taken onTaken={onTaken} />}
    </Suspense>
  );
  // New props before the hydration would make React replace the server-rendered content.
  const first = useRef(part);
  return (
    <div ref={box} className={className}>
      {isTaken ? part : first.current}
    </div>
  );
}
