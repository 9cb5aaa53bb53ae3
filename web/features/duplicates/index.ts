export { DuplicatesPanel } from './DuplicatesPanel.tsx';
export { useOpenDuplicates } from './queries.ts';
