import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { SecondFactor } from '#shared/contracts/accountSecurity.ts';
import { secondFactorQuery } from '#web/features/auth/index.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { formatDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';

const SetupDialog = lazyWithRetry(async () => (await import('./TwoStepDialogs.tsx')).SetupDialog, 'dialog');
const RecoveryCodesDialog = lazyWithRetry(
  async () => (await import('./TwoStepDialogs.tsx')).RecoveryCodesDialog,
  'dialog',
);

const FEW_CODES = 3;

type OpenDialog = 'setUp' | 'turnOff' | 'renew' | { codes: string[] };

/** Replaces the setup of a second way in: before the address is confirmed it could be a stranger's account. */
export const ConfirmFirst = () => (
  <p className="text-muted">{t('First confirm your email. Until then, this cannot be set up.')}</p>
);

/** The second factor of the account: set up, renewed and ended here. */
export function TwoStepCard({ isConfirmed }: { isConfirmed: boolean }) {
  const client = useQueryClient();
  const query = useQuery(secondFactorQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { data: factor } = query;
  const refresh = () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  const close = () => setDialog(null);
  const failureOf = (error: unknown) => failureSentence(error, t('This did not work. Please try again.'));

  return (
    <SectionCard
      title={t('Two-Step Login')}
      text={t(
        'You log in with your password and a code from your phone. Someone who learns your password still cannot log in.',
      )}
      action={
        isConfirmed &&
        factor?.enabled === false && <Button onClick={() => setDialog('setUp')}>{t('Set Up')}</Button>
      }
    >
      <PartState
        query={query}
        loadingText={t('Loading…')}
        skeleton={<Skeleton height="1.5rem" />}
        failure={t('This could not be loaded. Please try again.')}
        headingLevel={3}
      >
        {(state) => (
          <div className="grid gap-4">
            <State factor={state} />
            {!isConfirmed && !state.enabled && <ConfirmFirst />}
            {state.enabled && <Actions onOpen={setDialog} />}
          </div>
        )}
      </PartState>
      <Suspense fallback={<LoadingVeil words={t('Loading…')} />}>
        {dialog === 'setUp' && (
          <SetupDialog
            onDone={(codes) => {
              setDialog({ codes });
              void refresh();
            }}
            onClose={close}
          />
        )}
        {typeof dialog === 'object' && dialog && <RecoveryCodesDialog codes={dialog.codes} onClose={close} />}
      </Suspense>
      {dialog === 'turnOff' && (
        <ConfirmDialog
          title={t('Turn off two-step login?')}
          text={t('You will log in with your password alone. Your recovery codes will stop working.')}
          confirmLabel={t('Turn Off')}
          onConfirm={async () => {
            await callApi('accountSecurity.endTotp').catch((error: unknown) => {
              // In another window it was turned off already.
              if (!(error instanceof ApiFailure) || error.code !== 'no_second_factor') throw error;
            });
            showToast(t('Two-step login is off'));
            await refresh();
          }}
          failureOf={failureOf}
          onClose={close}
        />
      )}
      {dialog === 'renew' && (
        <ConfirmDialog
          title={t('Create new recovery codes?')}
          text={t('Your current codes will stop working.')}
          confirmLabel={t('Create New Codes')}
          isDangerous={false}
          onConfirm={async () => {
            const answer = await callApi('accountSecurity.renewRecoveryCodes');
            // After this dialog has closed itself.
            setTimeout(() => setDialog({ codes: answer.recovery_codes }));
            void refresh();
          }}
          failureOf={failureOf}
          onClose={close}
        />
      )}
    </SectionCard>
  );
}

function Actions({ onOpen }: { onOpen(dialog: OpenDialog): void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outlined" onClick={() => onOpen('renew')}>
        {t('New Recovery Codes')}
      </Button>
      <Button variant="outlined" isDangerous onClick={() => onOpen('turnOff')}>
        {t('Turn Off')}
      </Button>
    </div>
  );
}

function State({ factor: { enabled, enabled_at, recovery_codes_left, required } }: { factor: SecondFactor }) {
  if (!enabled)
    return required ? (
      <Notice kind="info">{t('Administrators need it here. Set it up to open the admin dashboard again.')}</Notice>
    ) : (
      <p>
        <Badge>{t('Off')}</Badge>
      </p>
    );
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="success">{t('On')}</Badge>
        <span className="text-muted">
          {enabled_at && t('Since {day}.', { day: formatDay(enabled_at) })}{' '}
          {t('{count, plural, =0 {No recovery code} one {# recovery code} other {# recovery codes}} left.', {
            count: recovery_codes_left,
          })}
        </span>
      </p>
      {recovery_codes_left <= FEW_CODES && (
        <Notice kind="info">
          {t('Create new recovery codes soon. Without one, you cannot log in if you lose your phone.')}
        </Notice>
      )}
    </div>
  );
}
