export { CompareButton, CompareTrayHost, useCompared } from './comparison.tsx';
