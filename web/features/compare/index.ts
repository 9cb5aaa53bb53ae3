export { CompareButton } from './CompareButton.tsx';
export { CompareTrayHost } from './CompareTrayHost.tsx';
