import { Share, SquarePlus } from 'lucide-react';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Dialog, DialogBody } from '#web/ui/dialogs/Dialog.tsx';

const inWords = { className: 'inline mx-0.5 align-[-0.2em]', size: 18, 'aria-hidden': true } as const;

/** On iPhone and iPad only the person can do it, in Safari's own menu. */
export function InstallHelp({ onClose }: { onClose(): void }) {
  const { siteName } = useSite();
  return (
    <Dialog title={t('Install {siteName}', { siteName })} onClose={onClose}>
      <DialogBody>
        <ol className="grid gap-3 pl-5">
          <li>
            <Trans
              id="Tap <strong>Share</strong> <icon/> in the browser’s toolbar."
              components={{ strong: <strong />, icon: <Share {...inWords} /> }}
            />
          </li>
          <li>
            <Trans
              id="Choose <strong>Add to Home Screen</strong> <icon/>."
              components={{ strong: <strong />, icon: <SquarePlus {...inWords} /> }}
            />
          </li>
          <li>
            <Trans id="Tap <strong>Add</strong>." components={{ strong: <strong /> }} />
          </li>
        </ol>
        <p className="text-muted text-sm">{t('It then opens in its own window and can show notifications.')}</p>
      </DialogBody>
    </Dialog>
  );
}
