import { theme as antdTheme, type ThemeConfig } from 'antd';

/** antd's theme, derived from the custom properties of tokens.css as the current colour scheme sets them. */
export function buildTheme(isDark: boolean): ThemeConfig {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--s-${name}`).trim();
  // antd measures in pixels: with a person's own size of text its words grow as all others do.
  const grown = (pixels: number) => Math.round((pixels * Number.parseFloat(style.fontSize)) / 16);
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
      fontSize: grown(15),
      fontSizeLG: grown(16),
      borderRadius: 10,
      borderRadiusLG: 14,
      controlHeight: grown(44),
      controlHeightLG: grown(52),
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
        trackHeight: grown(24),
        handleBg: token('surface'),
        // The track of one that is off, and while it is pointed at.
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
