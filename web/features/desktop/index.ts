export { FindBar } from './FindBar.tsx';
export { LockScreen } from './LockScreen.tsx';
export { QuestionScreen } from './QuestionScreen.tsx';
export { ServerChoice } from './ServerSettings.tsx';
