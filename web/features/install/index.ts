export { InstallHelpHost, isApple, isInstalled, useInstall } from './install.tsx';
