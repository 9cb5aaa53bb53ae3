import { MailCheck, X } from 'lucide-react';
import { useState } from 'react';
import { authMessages } from '#shared/authMessages.ts';
import { CodeForm } from '#web/forms/CodeForm.tsx';
import { t } from '#web/lib/i18n.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useConfirmEmail } from './confirmation.ts';
import { LinkButton } from './FormParts.tsx';

/** Below the header, until the address is confirmed or the reader puts it off. */
export function EmailBanner({ email, onPutOff }: { email: string; onPutOff(): void }) {
  const { resend, confirm, isSending } = useConfirmEmail();
  const [isEntering, setIsEntering] = useState(false);
  return (
    <section
      className="border-b border-b-line bg-[color-mix(in_srgb,var(--s-info)_8%,var(--s-surface))]"
      aria-label={t('Please confirm your email')}
    >
      <div className="flex items-start xl:items-center gap-3 max-w-page mx-auto py-3 px-gutter">
        <MailCheck className="flex-none mt-0.5 text-info max-sm:hidden" size={20} aria-hidden="true" />
        <div
          className={`grid flex-1 gap-y-2 gap-x-6 min-w-0 text-md leading-[1.5] ${isEntering ? '' : 'xl:grid-cols-[1fr_auto] xl:items-center'}`}
        >
          <p className="wrap-anywhere">
            <strong>{t('Please confirm your email')}.</strong>{' '}
            {t(
              'We emailed a link and a six-digit code to {email}. Use one of them to start getting email notifications.',
              { email },
            )}
          </p>
          {isEntering && (
            <CodeForm
              onSend={async (code) => {
                await confirm(code);
                showToast(t(authMessages.emailConfirmed));
              }}
            />
          )}
          <p className="flex flex-wrap items-center gap-y-1 gap-x-5">
            {!isEntering && (
              <Button variant="outlined" onClick={() => setIsEntering(true)}>
                {t('Enter the Code')}
              </Button>
            )}
            <LinkButton onClick={() => !isSending && resend()}>
              {isSending ? t('Sending...') : t('Send It Again')}
            </LinkButton>
          </p>
        </div>
        <IconButton label={t('Later')} icon={<X size={18} />} onClick={onPutOff} />
      </div>
    </section>
  );
}
