export { DuplicatesPanel } from './DuplicatesPanel.tsx';
export { useOpenDuplicates } from './duplicates.ts';
