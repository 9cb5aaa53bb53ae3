import './platform/olderArrays.ts';
import '@fontsource-variable/plus-jakarta-sans';
import './app/theme/firstLetters.css';
import './app/theme/tokens.css';
import './app/theme/utilities.css';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type EarlyAct, PAGE_STATE_ID } from '#shared/pageRendering.ts';
import { App, preloadScreen } from './app/App.tsx';
import { ApiFailure } from './lib/apiClient.ts';
import { drawn, earlyChanges, followChanges, isTakenOver, repeatChanges } from './lib/earlyActs.ts';
import { prepareLanguage } from './lib/language.ts';
import { currentQueryClient } from './lib/queryClient.ts';
import { readStoredSession } from './platform/sessionStorage.ts';

// Disables zod's compilation of schemas, which the content policy would block and report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const element = document.getElementById('root');
if (element) {
  const { desktop } = window;
  if (desktop)
    import('./app/startDesktop.tsx')
      .then(({ startDesktop }) => startDesktop(createRoot(element), desktop))
      .catch((error: unknown) => console.error('The console could not start', error));
  else {
    const cannotStart = window.beginPage?.();
    const begin = () =>
      start(element).catch((error: unknown) => {
        console.error('The page could not start', error);
        cannotStart?.(isUnreadable(error));
      });
    // In a separate task after the one that evaluates the code.
    if (cannotStart !== null) setTimeout(() => void begin());
  }
}

/** Whether the code is too new for this browser. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && isUnreadable(error.cause));

/** Hydrates a guest's server-rendered page. Accounts get a new one, in place of a rendered one that is for members. */
async function start(element: HTMLElement): Promise<void> {
  const session = readStoredSession();
  const stateElement = document.getElementById(PAGE_STATE_ID);
  const rendered = stateElement?.textContent;
  const isForMember = stateElement?.dataset.reader === 'member';
  if (!rendered || session || isForMember) {
    // The rendered page stays on the screen until all of its code is there.
    const isShown = Boolean(rendered && session && isForMember);
    if (isShown) takeAnswers(rendered ?? '', { isOutdated: true });
    await Promise.all([
      prepareLanguage(session?.user.language),
      ...(isShown ? [preloadScreen({ isWhole: true }), wholeStyles()] : []),
    ]);
    // The page's script would swallow the search's keys.
    window.takeEarlyActs?.([], () => undefined);
    delete window.takeEarlyActs;
    const root = createRoot(element);
    const render = () =>
      root.render(
        <StrictMode>
          <App {...(isShown && { onTakenOver: () => undefined })} />
        </StrictMode>,
      );
    element.inert = false;
    // At once: no press may reach the page that goes.
    if (isShown) flushSync(render);
    else render();
    return;
  }
  takeAnswers(rendered);
  // Loads the code first, so that rendered content does not disappear meanwhile.
  await Promise.all([
    prepareLanguage(document.documentElement.lang, { isOfPage: true }),
    preloadScreen(),
    wholeStyles(),
  ]);
  const onTakenOver = repeatEarlyActs(element);
  // In short tasks, so that input is handled at once.
  startTransition(() => {
    hydrateRoot(
      element,
      <StrictMode>
        <App onTakenOver={onTakenOver} />
      </StrictMode>,
    );
  });
}

/** @param isOutdated whether the answers are only shown until the account's own arrive */
function takeAnswers(rendered: string, { isOutdated = false } = {}): void {
  const answers = JSON.parse(rendered) as DehydratedState;
  for (const { state } of answers.queries) {
    if (isOutdated) state.isInvalidated = true;
    if (state.error) {
      const { status, code, message, issues, values } = state.error as ApiFailure;
      state.error = new ApiFailure(status, code, message, issues, values);
    }
  }
  hydrate(currentQueryClient(), answers);
}

/** Waits for the style sheets of a rendered page. A sheet that fails is removed and does not delay hydration. */
async function wholeStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][as=style]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
}

const SETTLED_MS = 100;
/** Time limit for lazily loaded parts on a slow connection. */
const TAKEN_WITHIN_MS = 5_000;

/** Resolves when React has hydrated these elements; lazily loaded parts come later than the page. */
async function whenTakenOver(elements: Iterable<Element>): Promise<void> {
  const endsAt = performance.now() + TAKEN_WITHIN_MS;
  const isWaiting = (element: Element) => element.isConnected && !isTakenOver(element);
  for (const element of elements)
    while (isWaiting(element) && performance.now() < endsAt)
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
}

async function repeatAct(root: HTMLElement, act: EarlyAct): Promise<void> {
  const [element] = act;
  // The element's own handlers run first.
  await drawn();
  if (act[1] === '') return;
  const isPart = act[1] === 'click' || act[1] === 'submit';
  await whenTakenOver(isPart ? [element] : root.querySelectorAll('[aria-keyshortcuts]'));
  // Surrounding parts are hydrated slightly later, and their input is repeated first.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const left = act[1] as EarlyAct[1];
  if (left === 'click') element.click();
  else if (left === 'submit') (element as HTMLFormElement).requestSubmit();
  else if (left !== '') element.dispatchEvent(new KeyboardEvent('keydown', left));
  await drawn();
}

/** Records input and presses before hydration. @returns repeats them once their parts are hydrated */
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
