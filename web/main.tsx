import '@fontsource-variable/plus-jakarta-sans';
import './app/theme/tokens.css';
import './app/theme/utilities.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { prepareLanguage } from './lib/language.ts';
import { readStoredSession } from './platform/sessionStorage.ts';

// It would try whether schemas can be compiled, which the page's policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  const { desktop } = window;
  if (desktop) {
    import('./app/startDesktop.tsx')
      .then(({ startDesktop }) => startDesktop(root, desktop))
      .catch((error: unknown) => console.error('The console could not start', error));
  } else
    void prepareLanguage(readStoredSession()?.user.language).then(() =>
      root.render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    );
}
