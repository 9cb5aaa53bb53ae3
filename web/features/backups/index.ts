export { BackupPanel } from './BackupPanel.tsx';
