import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PushSubscriptionView } from '#shared/contracts/push.ts';
import { useInstall } from '#web/features/install/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { devicesQuery, listenToPermission, type PushState, switchOff, switchOn } from './device.ts';

/** Notices on devices while the site is closed: this browser's switch, and the others that get them. */
export function PushSettings({ userId }: { userId: number }) {
  const query = useQuery(devicesQuery());
  const queryClient = useQueryClient();
  useEffect(
    () => listenToPermission(() => void queryClient.invalidateQueries({ queryKey: devicesQuery().queryKey })),
    [queryClient],
  );
  // The console shows notices by itself.
  if (currentPlatform().kind !== 'browser') return null;
  return (
    <SectionCard
      title={t('Notifications on this device')}
      text={t('Messages, viewings and saved search alerts, even when the site is closed.')}
    >
      <PartState
        query={query}
        headingLevel={3}
        loadingText={t('Loading your devices…')}
        skeleton={<Skeleton height="6rem" />}
        failure={(error) => failureSentence(error, t('Your devices could not be loaded.'))}
      >
        {(answer) => <Devices userId={userId} {...answer} />}
      </PartState>
    </SectionCard>
  );
}

interface DevicesProps {
  userId: number;
  state: PushState;
  subscriptions: PushSubscriptionView[];
}

function Devices({ userId, state, subscriptions }: DevicesProps) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const own = subscriptions.find(({ current }) => current);
  const others = subscriptions.filter(({ current }) => !current);

  const run = async (work: () => Promise<unknown>, failure: string) => {
    setIsBusy(true);
    setError(null);
    try {
      await work();
    } catch (problem) {
      setError(failureSentence(problem, failure));
    } finally {
      await queryClient.invalidateQueries({ queryKey: devicesQuery().queryKey });
      setIsBusy(false);
    }
  };
  const turnOn = () =>
    run(async () => {
      if (!(await switchOn(userId))) setError(t('Your browser did not allow notifications.'));
    }, t('Notifications could not be turned on. Your browser may not reach its push service.'));
  const turnOff = () =>
    run(() => switchOff(subscriptions), t('Notifications could not be turned off. Please try again.'));
  const remove = (id: number) =>
    run(
      () => callApi('push.unsubscribe', { params: { id } }),
      t('The device could not be removed. Please try again.'),
    );
  const test = (id: number) =>
    run(async () => {
      await callApi('push.test', { params: { id } });
      showToast(t('Test sent'));
    }, t('The test could not be sent. Please try again.'));

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6">
        <StateText state={state} />
        <div className="flex flex-wrap gap-3">
          {state === 'off' && (
            <Button disabled={isBusy} onClick={() => void turnOn()}>
              {t('Turn On')}
            </Button>
          )}
          {state === 'on' && own && (
            <>
              <Button variant="outlined" disabled={isBusy} onClick={() => void test(own.id)}>
                {t('Send a Test')}
              </Button>
              <Button variant="outlined" disabled={isBusy} onClick={() => void turnOff()}>
                {t('Turn Off')}
              </Button>
            </>
          )}
        </div>
      </div>
      <Notice kind="error">{error}</Notice>
      {others.length > 0 && (
        <div>
          <h3 className="mb-1 text-base font-semibold">{t('Other devices')}</h3>
          <ul className="*:not-first:border-t *:not-first:border-t-line">
            {others.map((device) => (
              <li key={device.id} className="flex items-center gap-3 py-2">
                <span className="flex-1 min-w-0 wrap-anywhere">
                  <span className="block">{device.device_name}</span>
                  <span className="block text-muted text-sm">{lastHeard(device)}</span>
                </span>
                <IconButton
                  label={t('Remove {device}', { device: device.device_name })}
                  icon={<Trash2 size={18} />}
                  disabled={isBusy}
                  onClick={() => void remove(device.id)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function lastHeard({ last_ok_at, failing_since, created_at }: PushSubscriptionView): string {
  if (failing_since) return t('Not reached since {time}', { time: shortMoment(failing_since) });
  if (last_ok_at) return t('Last notification {time}', { time: shortMoment(last_ok_at) });
  return t('Added {time}', { time: shortMoment(created_at) });
}

function StateText({ state }: { state: PushState }) {
  const install = useInstall();
  const texts: Record<PushState, string> = {
    unsupported: t('This browser does not support notifications.'),
    needsInstall: t('On iPhone and iPad, install the site first. Notifications work in the installed app.'),
    blocked: t('Notifications are blocked. Allow them for this site in your browser’s settings, then come back.'),
    off: t('Off on this device.'),
    on: t('On for this device.'),
  };
  return (
    <div className="flex items-start gap-2.5 min-w-0 flex-1 basis-60">
      <BellRing className={`flex-none mt-0.5 ${state === 'on' ? 'text-primary' : 'text-muted'}`} size={20} />
      <div className="grid justify-items-start gap-2">
        <span>{texts[state]}</span>
        {state === 'needsInstall' && install && (
          <Button variant="outlined" onClick={install}>
            {t('How to Install')}
          </Button>
        )}
      </div>
    </div>
  );
}
