import { Suspense } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { useInBrowser } from '#web/lib/useMediaQuery.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

/** Chromium's own event, which TypeScript does not know: the site may be installed, and this asks for it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<InstallOffer | null>(null);
const isHelpOpen = createStore(false);

if (typeof window !== 'undefined') {
  // The event comes once, possibly very early.
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => offer.set(null));
}

/** Safari offers nothing by itself; an iPad calls itself a Mac. */
export const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** It runs in a window of its own already. */
export const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

/** @returns a function that installs the site, or explains how; null where that cannot be done. */
export function useInstall(): (() => void) | null {
  const offered = useStore(offer);
  // A server cannot know it, and a browser first hydrates the server's markup.
  const isInBrowser = useInBrowser();
  if (!isInBrowser || currentPlatform().kind !== 'browser' || isInstalled()) return null;
  if (offered)
    return () => {
      // Good once.
      offer.set(null);
      void offered.prompt();
    };
  return isApple() ? () => isHelpOpen.set(true) : null;
}

const InstallHelp = lazyWithRetry(async () => (await import('./InstallHelp.tsx')).InstallHelp, 'dialog');

export function InstallHelpHost() {
  return (
    useStore(isHelpOpen) && (
      <Suspense fallback={null}>
        <InstallHelp onClose={() => isHelpOpen.set(false)} />
      </Suspense>
    )
  );
}
