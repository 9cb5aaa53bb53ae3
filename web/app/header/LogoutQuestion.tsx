import { useState } from 'react';
import { discardQueued } from '#web/features/offline/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { unsentAtLogout, useLeave } from './useLogout.ts';

/** Asks about unsent changes at logout: keep them for the account's next login, or discard them. */
export function LogoutQuestion() {
  const unsent = useStore(unsentAtLogout);
  const leave = useLeave();
  const [isBusy, setIsBusy] = useState(false);
  const { isKept } = currentPlatform().outboxStore;
  const close = () => unsentAtLogout.set([]);
  const logOut = async (isDiscarding: boolean) => {
    setIsBusy(true);
    if (isDiscarding) for (const { userId, id } of unsent) await discardQueued(userId, id);
    close();
    await leave();
  };

  return (
    <Dialog title={t('Log out with unsent changes?')} size="wide" isLocked={isBusy} onClose={close}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-muted">
          {t('{count, plural, one {This has} other {These have}} not been sent yet:', {
            count: unsent.length,
          })}
        </p>
        <ul className="grid grid-cols-1 gap-2 m-0 p-0 max-h-60 overflow-auto list-none">
          {unsent.map(({ id, label, detail }) => (
            <li key={id} className="py-2 px-3 border border-line rounded-md wrap-anywhere">
              <strong>{label}</strong>
              <br />
              {detail}
            </li>
          ))}
        </ul>
        <p className="text-muted">
          {isKept
            ? t(
                'If you keep it, it stays on this computer and is sent the next time you log in here. Only you can see it.',
              )
            : t('This computer cannot keep it, so it will be lost when you log out.')}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="outlined" disabled={isBusy} onClick={close}>
            {t('Stay Logged In')}
          </Button>
          <Button isDangerous disabled={isBusy} onClick={() => void logOut(true)}>
            {t('Discard and Log Out')}
          </Button>
          {isKept && (
            <Button disabled={isBusy} onClick={() => void logOut(false)}>
              {t('Keep and Log Out')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
