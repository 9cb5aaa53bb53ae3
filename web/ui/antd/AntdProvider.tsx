import { StyleProvider } from '@ant-design/cssinjs';
import { theme as antdTheme, ConfigProvider, type ThemeConfig } from 'antd';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useInBrowser, useMediaQuery } from '#web/lib/useMediaQuery.ts';

/** The nonce that the content policy requires of style elements. */
const readStyleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

const IsProvided = createContext(false);

/** antd's theme. Kit parts with antd wrap themselves, so others do not load it; nesting has no effect. */
export function AntdProvider({ children }: { children: ReactNode }) {
  return use(IsProvided) ? children : <ThemedProvider>{children}</ThemedProvider>;
}

function ThemedProvider({ children }: { children: ReactNode }) {
  const isDark = useMediaQuery('dark');
  // Server rendering cannot read tokens.css, so antd's default theme is used until hydration.
  const hasStyles = useInBrowser();
  const theme = useMemo(() => (hasStyles ? buildTheme(isDark) : {}), [isDark, hasStyles]);
  const csp = useMemo(() => (hasStyles ? { nonce: readStyleNonce() } : {}), [hasStyles]);
  return (
    <IsProvided value={true}>
      <StyleProvider layer>
        <ConfigProvider theme={theme} csp={csp}>
          {children}
        </ConfigProvider>
      </StyleProvider>
    </IsProvided>
  );
}

/** antd's theme from the custom properties of tokens.css in the current colour scheme. */
function buildTheme(isDark: boolean): ThemeConfig {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--s-${name}`).trim();
  // antd uses pixels; these scale with the browser's text size like the rest of the page.
  const scaled = (pixels: number) => Math.round((pixels * Number.parseFloat(style.fontSize)) / 16);
  return {
    algorithm: isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: token('primary'),
      colorLink: token('primary'),
      colorError: token('danger'),
      colorSuccess: token('success'),
      colorInfo: token('info'),
      colorBgBase: token('surface'),
      colorBgLayout: token('bg'),
      // The dark algorithm would tint both with the base colour.
      colorBgContainer: token('surface'),
      colorBgElevated: token('surface'),
      colorTextBase: token('text'),
      colorTextSecondary: token('text-secondary'),
      colorTextDescription: token('text-secondary'),
      colorTextPlaceholder: token('text-secondary'),
      colorIcon: token('text-secondary'),
      colorBorder: token('border-control'),
      colorBorderSecondary: token('border'),
      fontFamily: token('font'),
      fontSize: scaled(15),
      fontSizeLG: scaled(16),
      borderRadius: 10,
      borderRadiusLG: 14,
      controlHeight: scaled(44),
      controlHeightLG: scaled(52),
      boxShadow: token('shadow-2'),
      boxShadowSecondary: token('shadow-2'),
    },
    components: {
      Button: {
        primaryColor: token('on-primary'),
        fontWeight: 600,
        primaryShadow: 'none',
        defaultShadow: 'none',
      },
      Switch: {
        trackHeight: scaled(24),
        handleBg: token('surface'),
        // The track of a switch that is off, and its hover state.
        colorTextQuaternary: token('border-control'),
        colorTextTertiary: token('text-secondary'),
      },
      Table: {
        cellPaddingBlock: 12,
        cellPaddingInline: 12,
        headerBg: token('surface'),
        headerColor: token('text-secondary'),
        headerSplitColor: 'transparent',
        headerBorderRadius: 0,
        borderColor: token('border'),
        rowHoverBg: `color-mix(in srgb, ${token('primary-soft')} 35%, ${token('surface')})`,
      },
    },
  };
}
