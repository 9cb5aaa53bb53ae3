import '@fontsource-variable/plus-jakarta-sans';
import './app/theme/firstLetters.css';
import './app/theme/tokens.css';
import './app/theme/utilities.css';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type EarlyAct, PAGE_STATE_ID } from '#shared/pageRendering.ts';
import { App, preloadScreen } from './app/App.tsx';
import { ApiFailure } from './lib/apiClient.ts';
import { drawn, earlyChanges, followChanges, isTakenOver, repeatChanges } from './lib/earlyActs.ts';
import { prepareLanguage } from './lib/language.ts';
import { currentQueryClient } from './lib/queryClient.ts';
import { readStoredSession } from './platform/sessionStorage.ts';

// It would try whether schemas can be compiled, which the page's policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const element = document.getElementById('root');
if (element) {
  const { desktop } = window;
  if (desktop)
    import('./app/startDesktop.tsx')
      .then(({ startDesktop }) => startDesktop(createRoot(element), desktop))
      .catch((error: unknown) => console.error('The console could not start', error));
  // A task of its own, after that in which the code has come.
  else setTimeout(() => void start(element));
}

/** Takes over the page as the server rendered it for a guest; whoever is signed in is drawn their own. */
async function start(element: HTMLElement): Promise<void> {
  const session = readStoredSession();
  const rendered = document.getElementById(PAGE_STATE_ID)?.textContent;
  if (!rendered || session) {
    await prepareLanguage(session?.user.language);
    // A guest's page may have come all the same. Its script would swallow the keys that lead to the search.
    window.takeEarlyActs?.([], () => undefined);
    delete window.takeEarlyActs;
    createRoot(element).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
    return;
  }
  const answers = JSON.parse(rendered) as DehydratedState;
  for (const { state } of answers.queries)
    if (state.error) {
      const { status, code, message, issues, values } = state.error as ApiFailure;
      state.error = new ApiFailure(status, code, message, issues, values);
    }
  hydrate(currentQueryClient(), answers);
  // What stands there already must not be taken away while its code is on the way.
  await Promise.all([
    prepareLanguage(document.documentElement.lang, { isOfPage: true }),
    preloadScreen(),
    wholeStyles(),
  ]);
  const onTakenOver = repeatEarlyActs(element);
  // In short tasks: what is pressed meanwhile is heard at once.
  startTransition(() => {
    hydrateRoot(
      element,
      <StrictMode>
        <App onTakenOver={onTakenOver} />
      </StrictMode>,
    );
  });
}

/** A rendered page begins with the styles of what stands in it. Those that cannot be had hold up nothing: their link is gone. */
async function wholeStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][as=style]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
}

const SETTLED_MS = 100;
/** Longer than parts of a page with code of their own take on a slow line. */
const TAKEN_WITHIN_MS = 5_000;

/** Until React has marked these as its own: parts with code of their own come later than the page. */
async function whenTakenOver(elements: Iterable<Element>): Promise<void> {
  const endsAt = performance.now() + TAKEN_WITHIN_MS;
  const isWaiting = (element: Element) => element.isConnected && !isTakenOver(element);
  for (const element of elements)
    while (isWaiting(element) && performance.now() < endsAt)
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
}

async function repeatAct(root: HTMLElement, act: EarlyAct): Promise<void> {
  const [element] = act;
  // What React can answer at once reaches the element first.
  await drawn();
  if (act[1] === '') return;
  const isPart = act[1] === 'click' || act[1] === 'submit';
  await whenTakenOver(isPart ? [element] : root.querySelectorAll('[aria-keyshortcuts]'));
  // What stands around it listens a moment later, and what was typed there is repeated first.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const left = act[1] as EarlyAct[1];
  if (left === 'click') element.click();
  else if (left === 'submit') (element as HTMLFormElement).requestSubmit();
  else if (left !== '') element.dispatchEvent(new KeyboardEvent('keydown', left));
  await drawn();
}

/**
 * What was typed, chosen, pressed and sent while the page was not taken over yet. @returns does it, now that somebody
 * listens; what is pressed and sent later, in parts whose code is still on its way, is done when that has come.
 */
function repeatEarlyActs(root: HTMLElement): () => Promise<void> {
  const changed = earlyChanges(root);
  const endFollowing = followChanges(root, changed);
  return async () => {
    endFollowing();
    const parts = root.querySelectorAll('button:not([type=submit]), [role=button], form, a[hreflang]');
    const late = [...parts].filter((element) => !isTakenOver(element));
    let repeated = repeatChanges(changed);
    const repeat = (act: EarlyAct) => {
      repeated = repeated.then(() => repeatAct(root, act));
    };
    for (const act of window.takeEarlyActs?.(late, repeat) ?? []) repeat(act);
    delete window.takeEarlyActs;
    await repeated;
  };
}
