export { PaletteHint } from './PaletteHint.tsx';
export { PaletteHost } from './PaletteHost.tsx';
export { openPalette } from './palette.ts';
