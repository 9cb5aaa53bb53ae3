import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { AccountSession } from '#shared/contracts/accountSecurity.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { fullTime, relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

const sessionsQuery = queryOptions({
  ...queryOf('accountSecurity.sessions'),
  select: ({ sessions }) => sessions,
  meta: { isPersonal: true },
  refetchOnWindowFocus: 'always',
});

/** The account's sessions, and the way to end them. */
export function SessionsCard() {
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<AccountSession | 'others' | null>(null);
  const hasOthers = query.data?.some(({ current }) => !current) ?? false;

  const end = async (what: AccountSession | 'others') => {
    try {
      await (what === 'others'
        ? callApi('accountSecurity.endOtherSessions')
        : callApi('accountSecurity.endSession', { params: { id: what.id } }));
      showToast(what === 'others' ? t('Logged out everywhere else') : t('Device logged out'));
    } finally {
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    }
  };

  return (
    <SectionCard
      title={t('Where You Are Logged In')}
      text={t('Log out any device you do not recognize, then change your password.')}
      action={
        hasOthers && (
          <Button variant="outlined" onClick={() => setEnding('others')}>
            {t('Log Out All Others')}
          </Button>
        )
      }
    >
      <PartState
        query={query}
        loadingText={t('Loading your devices…')}
        skeleton={<Skeleton height="4.5rem" />}
        failure={t('Your devices could not be loaded.')}
        headingLevel={3}
      >
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </PartState>
      {ending && (
        <ConfirmDialog
          title={ending === 'others' ? t('Log out all other devices?') : t('Log out this device?')}
          text={
            ending === 'others'
              ? t('You stay logged in here. You will need to log in again everywhere else.')
              : t('You will need to log in again on {device}. Unsaved changes there will be lost.', {
                  device: ending.device,
                })
          }
          confirmLabel={ending === 'others' ? t('Log Out All Others') : t('Log Out')}
          onConfirm={() => end(ending)}
          failureOf={(error) => failureSentence(error, t('This did not work. Please try again.'))}
          onClose={() => setEnding(null)}
        />
      )}
    </SectionCard>
  );
}

function SessionRow({ session, onEnd }: { session: AccountSession; onEnd(): void }) {
  const { current, device, address, created_at, last_used_at } = session;
  const Icon = /iOS|Android/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon className="flex-none text-muted" size={22} aria-hidden="true" />
      <div className="flex-1 min-w-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="font-semibold wrap-anywhere">{device}</strong>
          {current && <Badge tone="success">{t('This device')}</Badge>}
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          {current ? t('In use now') : t('Last used: {when}', { when: relativeTime(last_used_at, new Date()) })}
          {address && ` · ${t('from {address}', { address })}`}
        </p>
        <p className="text-muted text-sm">{t('Logged in on {moment}', { moment: fullTime(created_at) })}</p>
      </div>
      {!current && (
        <Button variant="outlined" aria-label={t('Log out {device}', { device })} onClick={onEnd}>
          {t('Log Out')}
        </Button>
      )}
    </li>
  );
}
