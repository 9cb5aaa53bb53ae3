export { InstallHelpHost } from './InstallHelpHost.tsx';
export { isApple, isInstalled, useInstall } from './install.ts';
