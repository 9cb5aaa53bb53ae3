import { Suspense, useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { useLocation } from '#web/lib/router.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { LinkSubject } from './SentLinkCard.tsx';

/** The protected page from which a guest was redirected to the login, or null. */
const sentLink = createStore<string | null>(null);

/** Null for pages without public content. */
function subjectOf(path: string | null): LinkSubject | null {
  const [, kind, id] = /^\/(properties|agents)\/([1-9]\d{0,8})(?:[?#]|$)/.exec(path ?? '') ?? [];
  return kind ? { kind: kind as LinkSubject['kind'], id: Number(id) } : null;
}

const SentLinkCard = lazyWithRetry(async () => (await import('./SentLinkCard.tsx')).SentLinkCard, 'none');

/** Saves the guest's target. Resolves when its preview can be rendered together with the home page. */
export async function keepSentLink(path: string): Promise<void> {
  sentLink.set(path);
  if (subjectOf(path)) await SentLinkCard.preload();
}

/** The preview of the target listing or agent in the login dialog. */
export function LoginTarget({ path }: { path: string }) {
  const subject = subjectOf(path);
  if (!subject) return null;
  return (
    <div className="min-h-30">
      <Suspense fallback={null}>
        <SentLinkCard subject={subject} />
      </Suspense>
    </div>
  );
}

/** The preview of the target listing or agent on the home page, for guests. */
export function SentLink() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const path = useStore(sentLink);
  const subject = subjectOf(path);
  const isSignedIn = user !== null;
  // A login ends the redirect, so that a later logout does not show it again.
  useEffect(() => {
    if (isSignedIn) sentLink.set(null);
  }, [isSignedIn]);
  if (isSignedIn || !path || !subject || pathname !== '/') return null;
  return (
    <Suspense fallback={<div className="min-h-104 md:min-h-64" aria-hidden="true" />}>
      <SentLinkCard subject={subject} path={path} onClose={() => sentLink.set(null)} />
    </Suspense>
  );
}
