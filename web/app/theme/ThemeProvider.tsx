import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { buildTheme } from './theme.ts';

const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void): () => void {
  darkScheme.addEventListener('change', onChange);
  return () => darkScheme.removeEventListener('change', onChange);
}

/** One theme for antd and for our own styles; it follows the system while the page is open. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const isDark = useSyncExternalStore(subscribe, () => darkScheme.matches);
  const theme = useMemo(() => buildTheme(isDark), [isDark]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}
