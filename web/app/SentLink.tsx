import { Suspense, useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { useLocation } from '#web/lib/router.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { LinkSubject } from './SentLinkCard.tsx';

/** The protected page that a visitor opened, who was sent home to log in; null when there was none. */
const sentLink = createStore<string | null>(null);

/** Null for pages of which nothing can be told to everybody. */
function subjectOf(path: string | null): LinkSubject | null {
  const [, kind, id] = /^\/(properties|agents)\/([1-9]\d{0,8})(?:[?#]|$)/.exec(path ?? '') ?? [];
  return kind ? { kind: kind as LinkSubject['kind'], id: Number(id) } : null;
}

const SentLinkCard = lazyWithRetry(async () => (await import('./SentLinkCard.tsx')).SentLinkCard, 'none');

/** Keeps where a visitor wanted to go. Resolves when what is shown of it can be drawn with the home page, at once. */
export async function keepSentLink(path: string): Promise<void> {
  sentLink.set(path);
  if (subjectOf(path)) await SentLinkCard.preload();
}

/** What the login dialog leads to, where that is a listing or an agent. */
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

/** On the home page: the listing or agent whose link brought the visitor here, as long as they are not signed in. */
export function SentLink() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const path = useStore(sentLink);
  const subject = subjectOf(path);
  const isSignedIn = user !== null;
  // Who logs out again was not sent here.
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
