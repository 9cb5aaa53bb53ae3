export { SaveToListAfterLogin, SaveToListButton } from './SaveToListButton.tsx';
