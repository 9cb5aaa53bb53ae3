import { Suspense } from 'react';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { closeInstallHelp, useInstallHelp } from './install.ts';

const InstallHelp = lazyWithRetry(async () => (await import('./InstallHelp.tsx')).InstallHelp, 'dialog');

export function InstallHelpHost() {
  return (
    useInstallHelp() && (
      <Suspense fallback={null}>
        <InstallHelp onClose={closeInstallHelp} />
      </Suspense>
    )
  );
}
