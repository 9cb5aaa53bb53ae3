export { LazySaveToListDialog, SaveToListButton } from './SaveToListButton.tsx';
