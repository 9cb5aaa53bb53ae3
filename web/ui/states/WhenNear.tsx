import { type ReactNode, type RefObject, Suspense, use, useEffect, useRef, useState } from 'react';
import { drawn, earlyChanges, repeatChanges } from '#web/lib/earlyActs.ts';
import { useInBrowser } from '#web/lib/useInBrowser.ts';

/** So far outside the view something is near. */
const NEAR = '300px';

/** Whether something has come near the view, once and for all; what is returned beside it says so before. */
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
  let tell = () => {};
  const opened = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const gate: Gate = {
    isOpen: false,
    opened,
    open() {
      gate.isOpen = true;
      tell();
    },
  };
  return gate;
}

/** Holds up nothing but the taking over of what a server has rendered. */
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
  /** In its place while the browser draws it, and its code is on its way. */
  fallback?: ReactNode;
  /** It is needed wherever it stands. */
  isWanted?: boolean;
  /** Nothing in it answers to anything: what the server has rendered stays as it is. */
  isStill?: boolean;
  className?: string;
}

/**
 * A part of a page below its first screen. What the server has rendered of it stands from the start, and is taken over,
 * with code that is fetched for it, once it comes near the view or somebody touches it; what was typed in it before is typed
 * again then, and what was pressed is done by the page itself (`main.tsx`). What the browser draws itself is drawn at once.
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
  // Given anything new before it is taken over, React would draw it anew in place of what stands there.
  const first = useRef(part);
  return (
    <div ref={box} className={className}>
      {isTaken ? part : first.current}
    </div>
  );
}
