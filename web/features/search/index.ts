export { PaletteHint } from './PaletteHint.tsx';
export { PaletteHost } from './PaletteHost.tsx';
