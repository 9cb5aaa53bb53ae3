export { DuplicatesPanel } from './DuplicatesPanel.tsx';
