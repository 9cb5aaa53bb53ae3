export { CompareButton, CompareTrayHost, setCompared, useCompared, useComparedIds } from './comparison.tsx';
