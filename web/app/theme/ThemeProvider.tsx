import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useInBrowser } from '#web/lib/useInBrowser.ts';
import { DARK_SCHEME, useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { buildTheme } from './theme.ts';

/**
 * One theme for antd and for our own styles; it follows the system while the page is open. A server cannot read the tokens
 * of the style sheet: its page, and the browser until it has taken it over, have antd's own colours.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const isDark = useMediaQuery(DARK_SCHEME);
  const hasStyles = useInBrowser();
  const theme = useMemo(() => (hasStyles ? buildTheme(isDark) : {}), [isDark, hasStyles]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}
