export { openPalette, PaletteHint, PaletteHost } from './PaletteHost.tsx';
