import { ConfigProvider } from 'antd';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useInBrowser } from '#web/lib/useInBrowser.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { buildTheme } from './theme.ts';

/** What the page's policy asks of every style that is written into it. */
const readStyleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

const IsProvided = createContext(false);

/**
 * The theme around whatever antd draws. Every part of the kit that is made of antd stands in one of its own accord, so
 * that a page without such parts loads nothing of antd; within another it does nothing.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  return use(IsProvided) ? children : <ThemedProvider>{children}</ThemedProvider>;
}

function ThemedProvider({ children }: { children: ReactNode }) {
  const isDark = useMediaQuery('dark');
  // A server cannot read the tokens of the style sheet: until the browser has taken its page over, antd's own colours stand.
  const hasStyles = useInBrowser();
  const theme = useMemo(() => (hasStyles ? buildTheme(isDark) : {}), [isDark, hasStyles]);
  const csp = useMemo(() => (hasStyles ? { nonce: readStyleNonce() } : {}), [hasStyles]);
  return (
    <IsProvided value={true}>
      <ConfigProvider theme={theme} csp={csp}>
        {children}
      </ConfigProvider>
    </IsProvided>
  );
}
