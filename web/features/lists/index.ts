export { SaveToListButton } from './SaveToListButton.tsx';
