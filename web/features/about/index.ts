export { directoryFigures, usualResponseRate } from './company.ts';
