import { type ReactNode, useState } from 'react';
import { discardQueued } from '#web/features/offline/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { closeLogoutQuestion, unsentAtLogout, useLeave } from './useLogout.ts';

const LONGEST_EXCERPT = 240;

/** Asks about unsent changes and half-written words at logout: keep them for the account's next login, or discard them. */
export function LogoutQuestion() {
  const { changes, drafts } = useStore(unsentAtLogout);
  const leave = useLeave();
  const [isBusy, setIsBusy] = useState(false);
  const { isKept } = currentPlatform().outboxStore;
  const logOut = async (isDiscarding: boolean) => {
    setIsBusy(true);
    if (isDiscarding) for (const { userId, id } of changes) await discardQueued(userId, id);
    closeLogoutQuestion();
    await leave({ keepsWords: !isDiscarding });
  };

  return (
    <Dialog title={t('Log out with unsent changes?')} size="wide" isLocked={isBusy} onClose={closeLogoutQuestion}>
      <div className="grid grid-cols-1 gap-4">
        {changes.length > 0 && (
          <Listed
            before={t('{count, plural, one {This has} other {These have}} not been sent yet:', {
              count: changes.length,
            })}
            after={
              isKept
                ? t(
                    'If you keep it, it stays on this computer and is sent the next time you log in here. Only you can see it.',
                  )
                : t('This computer cannot keep it, so it will be lost when you log out.')
            }
          >
            {changes.map(({ id, label, detail }) => (
              <Item key={id}>
                <strong>{label}</strong>
                <br />
                {detail}
              </Item>
            ))}
          </Listed>
        )}
        {drafts.length > 0 && (
          <Listed
            before={t('{count, plural, one {This is} other {These are}} half-written:', { count: drafts.length })}
            after={t(
              'If you keep it, it stays on this computer until you log in here again. It is deleted when someone else does.',
            )}
          >
            {drafts.map(({ key, excerpt }) => (
              <Item key={key}>{excerpt.slice(0, LONGEST_EXCERPT) || t('A form without text')}</Item>
            ))}
          </Listed>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="outlined" disabled={isBusy} onClick={closeLogoutQuestion}>
            {t('Stay Logged In')}
          </Button>
          <Button isDangerous disabled={isBusy} onClick={() => void logOut(true)}>
            {t('Discard and Log Out')}
          </Button>
          {(isKept || drafts.length > 0) && (
            <Button disabled={isBusy} onClick={() => void logOut(false)}>
              {t('Keep and Log Out')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Listed({ before, after, children }: { before: string; after: string; children: ReactNode }) {
  return (
    <>
      <p className="text-muted">{before}</p>
      <ul className="grid grid-cols-1 gap-2 m-0 p-0 max-h-60 overflow-auto list-none">{children}</ul>
      <p className="text-muted">{after}</p>
    </>
  );
}

const Item = ({ children }: { children: ReactNode }) => (
  <li dir="auto" className="py-2 px-3 border border-line rounded-md wrap-anywhere">
    {children}
  </li>
);
