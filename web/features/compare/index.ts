export {
  CompareButton,
  CompareToggle,
  CompareTrayHost,
  setCompared,
  useCompared,
  useComparedIds,
} from './comparison.tsx';
