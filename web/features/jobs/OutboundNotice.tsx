import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Outbound, OutboundWork } from '#shared/contracts/jobs.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { adminQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';

/** The waiting jobs grow meanwhile. */
const REFRESH_MS = 10_000;

const outboundQuery = queryOptions({
  ...adminQuery('jobs.outbound'),
  refetchInterval: ({ state: { data } }) => (data && data.state !== 'open' ? REFRESH_MS : false),
});

/** Shown while the server sends nothing: the reason, the waiting jobs, and for an owner the way to release them. */
export function OutboundNotice() {
  const { data: outbound } = useQuery(outboundQuery);
  const mayRelease = useIsAllowed()('jobs.manage');
  const [asked, setAsked] = useState<'send' | 'drop' | null>(null);
  const release = useAdminChange((waiting: 'send' | 'drop') =>
    callApi('jobs.releaseOutbound', { body: { waiting } }),
  );
  const isHeld = outbound?.state === 'held';
  const waiting = outbound ? namesOf(outbound.waiting) : '';
  const toDrop = outbound ? namesOf({ ...outbound.waiting, pictures: 0 }) : '';
  return (
    <>
      <Notice kind="info">
        {outbound && outbound.state !== 'open' && (
          <div className="grid gap-2">
            <p>{isHeld ? heldSentence(outbound, mayRelease) : offSentence()}</p>
            <p className="font-normal">
              {waiting === '' ? t('Nothing is waiting.') : t('Waiting: {work}', { work: waiting })}
            </p>
            {isHeld && mayRelease && (
              <div className="flex flex-wrap gap-2">
                <Button size="small" onClick={() => setAsked('send')}>
                  {t('Let Them Go Out')}
                </Button>
                {toDrop !== '' && (
                  <Button size="small" variant="outlined" isDangerous onClick={() => setAsked('drop')}>
                    {t('Drop What Waits')}
                  </Button>
                )}
              </div>
            )}
          </div>
        )}
      </Notice>
      {asked && (
        <ConfirmDialog
          {...(asked === 'send' ? sendQuestion(waiting) : dropQuestion(toDrop))}
          onConfirm={async () => {
            await release.mutateAsync(asked);
            showToast(asked === 'send' ? t('Emails and messages go out again') : t('What waited was dropped'));
          }}
          failureOf={(error) =>
            failureSentence(error, t('This could not be changed'), t('This could not be changed'))
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const offSentence = () =>
  t(
    'The server was started with OUTBOUND=off: no emails, messages or webhooks leave it, and no other site is contacted. What waits goes out once it is started without that.',
  );

function heldSentence({ held_since }: Outbound, mayRelease: boolean): string {
  const day = shortMoment(held_since ?? '');
  return mayRelease
    ? t(
        'This site was restored from a backup on {day}. Emails, messages and webhooks are held back until you let them go out: if this is only a copy, they would reach real people a second time.',
        { day },
      )
    : t(
        'This site was restored from a backup on {day}. Emails, messages and webhooks are held back until an owner lets them go out.',
        { day },
      );
}

const sendQuestion = (work: string) => ({
  title: t('Let emails and messages go out?'),
  text:
    work === ''
      ? t('From now on this server sends emails, messages and webhooks to real people.')
      : t('This is sent now: {work}. From now on this server sends everything else, too.', { work }),
  confirmLabel: t('Let Them Go Out'),
  isDangerous: false,
});

const dropQuestion = (work: string) => ({
  title: t('Drop what waits?'),
  text: t('This is never sent: {work}. It cannot be undone. What comes from now on goes out.', { work }),
  confirmLabel: t('Drop'),
});

function namesOf({ mails, pushes, webhooks, search_engines, pictures }: OutboundWork): string {
  return [
    mails > 0 && t('{count, plural, one {# email} other {# emails}}', { count: mails }),
    pushes > 0 &&
      t('{count, plural, one {# device notification} other {# device notifications}}', { count: pushes }),
    webhooks > 0 &&
      t('{count, plural, one {# webhook delivery} other {# webhook deliveries}}', { count: webhooks }),
    search_engines > 0 &&
      t('{count, plural, one {# message to search engines} other {# messages to search engines}}', {
        count: search_engines,
      }),
    pictures > 0 &&
      t('images of {count, plural, one {# listing} other {# listings}} on other sites', { count: pictures }),
  ]
    .filter(Boolean)
    .join(', ');
}
