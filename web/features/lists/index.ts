export {
  LazySaveToListDialog,
  SaveToListAfterLogin,
  SaveToListButton,
  saveToListAfterLogin,
} from './SaveToListButton.tsx';
