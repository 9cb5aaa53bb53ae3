export { CompareButton, CompareTrayHost } from './comparison.tsx';
