import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { FraudSignal, SignalKind } from '#shared/contracts/signals.ts';
import { signalStatusLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { useAdminList } from '#web/ui/list/AdminList.tsx';
import { Case, CaseActions, CaseList, CaseOutcome, CasePlaceholder, Cases } from '#web/ui/list/CaseList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';

const signalsSchema = { status: ['open', 'acted', 'dismissed', 'all'] } as const satisfies UrlSchema;

const signalsQuery = (query: ListState<typeof signalsSchema>) => adminListQuery('signals.list', { query });

type Decision = 'act' | 'dismiss';

const signalLabel: Record<SignalKind, Message> = {
  same_text: msg('Same text to many agents'),
  many_listings: msg('New account, many listings'),
  low_price: msg('Price far below the area'),
};

function whySentence({ kind, facts }: Pick<FraudSignal, 'kind' | 'facts'>): string {
  if (kind === 'same_text')
    return t('Sent the same text to {people} agents within a day.', { people: facts.people ?? 0 });
  if (kind === 'many_listings')
    return t(
      'Posted {listings} listings within a day. The account was {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} old.',
      { listings: facts.listings ?? 0, hours: facts.account_age_hours ?? 0 },
    );
  const { price_per_sqm: price = 0, median_per_sqm: median = 0 } = facts;
  return t(
    'Costs {price} per sqm, {percent}% less than usual: half of the {count} similar listings in {area} cost more than {median} per sqm.',
    {
      price: formatFullPrice(price),
      median: formatFullPrice(median),
      percent: median === 0 ? 0 : Math.round((1 - price / median) * 100),
      count: facts.compared_with ?? 0,
      area: facts.area ?? '',
    },
  );
}

/** Patterns that may be fraud, each with its reason. No action is automatic: an admin decides. */
export function SignalsPanel() {
  const list = useAdminList(signalsSchema, signalsQuery);
  const [decided, setDecided] = useState<Decided | null>(null);
  return (
    <>
      <CaseList
        list={list}
        words={{ notFetched: t('Failed to fetch signals'), notLoaded: t('Failed to load signals') }}
        statusLabels={{ ...signalStatusLabel, all: msg('All') }}
        placeholder={<CasePlaceholder label={t('Loading signals')} height="6.5rem" />}
        empty={{
          icon: <ShieldAlert size={28} aria-hidden="true" />,
          title: t('No signals'),
          openText: t(
            'There is nothing unusual to review. Silong looks for the same text sent to many agents, new accounts with many listings, and prices far below the area.',
          ),
        }}
      >
        <Cases label={t('Signals')}>
          {list.data?.signals.map((signal) => (
            <SignalCase
              key={signal.id}
              signal={signal}
              onDecide={(decision) => setDecided({ signal, decision })}
            />
          ))}
        </Cases>
      </CaseList>
      {decided && <SignalDecision {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}

const subjectOf = ({ property, account }: FraudSignal) => property?.title ?? account?.name ?? t('Deleted user');

function SignalCase({ signal, onDecide }: { signal: FraudSignal; onDecide(decision: Decision): void }) {
  const { kind, status, facts, account, property, seen_count, last_seen_at, note } = signal;
  const subject = subjectOf(signal);
  const canDecide = useIsAllowed()('trust.decide');
  return (
    <Case>
      <div className="grid flex-[1_1_24rem] gap-1 min-w-0 max-md:basis-full">
        <p className="flex flex-wrap gap-2 mb-1">
          <Badge tone="warning">{t(signalLabel[kind])}</Badge>
          {account && account.status !== 'active' && <Badge tone="danger">{t('Account not active')}</Badge>}
          {property && property.status !== 'active' && <Badge tone="neutral">{t('Listing hidden')}</Badge>}
        </p>
        <h3 className="row-title">
          {property ? (
            <Link className="wrap-anywhere" to={`/properties/${property.id}`}>
              {subject}
            </Link>
          ) : (
            <span dir="auto" className="wrap-anywhere">
              {subject}
            </span>
          )}
        </h3>
        <p className="max-w-[68ch]">{whySentence(signal)}</p>
        {facts.text && (
          <blockquote className="max-w-[68ch] m-0 pl-3 border-l-3 border-l-line-strong leading-[1.5] whitespace-pre-line wrap-anywhere">
            {facts.text}
          </blockquote>
        )}
        {account && <AccountLinks account={account} hasConversations={kind === 'same_text'} />}
        <p className="row-note">
          <Trans
            id="Seen {count, plural, one {once} other {# times}}, last on <time>{moment}</time>"
            values={{ count: seen_count, moment: shortMoment(last_seen_at) }}
            components={{ time: <time dateTime={last_seen_at} /> }}
          />
        </p>
        {note && <p className="row-note wrap-anywhere">{t('Note: {note}', { note })}</p>}
        <CaseOutcome label={signalStatusLabel[status]} decided={signal} />
      </div>
      {status === 'open' && canDecide && (
        <CaseActions>
          <Button
            variant="outlined"
            aria-label={t('Dismiss signal about {subject}', { subject })}
            onClick={() => onDecide('dismiss')}
          >
            {t('Dismiss')}
          </Button>
          <Button
            variant="outlined"
            aria-label={t('Mark as handled: signal about {subject}', { subject })}
            onClick={() => onDecide('act')}
          >
            {t('Mark as Handled')}
          </Button>
        </CaseActions>
      )}
    </Case>
  );
}

interface AccountLinksProps {
  account: NonNullable<FraudSignal['account']>;
  hasConversations: boolean;
}

function AccountLinks({ account: { name, email }, hasConversations }: AccountLinksProps) {
  const search = encodeURIComponent(email);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Link to={`/admin-dashboard?tab=users&search=${search}`}>
        {t('Account of {name} ({email})', { name, email })}
      </Link>
      {hasConversations && (
        <Link to={`/admin-dashboard?tab=messages&search=${search}`}>{t('Their conversations')}</Link>
      )}
    </p>
  );
}

interface Decided {
  signal: FraudSignal;
  decision: Decision;
}

function SignalDecision({ signal, decision, onClose }: Decided & { onClose(): void }) {
  const { mutateAsync } = useAdminChange((body: { decision: Decision; note?: string }) =>
    callApi('signals.decide', { params: { id: signal.id }, body }),
  );
  const subject = subjectOf(signal);
  const isActed = decision === 'act';
  return (
    <ReasonDialog
      about={`signal_${signal.id}_${decision}`}
      title={isActed ? t('Mark as handled') : t('Dismiss signal')}
      text={
        isActed
          ? t('Note what you did about {subject}, for example that you suspended the account.', { subject })
          : t('Nothing happens to {subject}. The signal comes back only if the pattern grows a lot.', {
              subject,
            })
      }
      label={t('Note for other administrators')}
      confirmLabel={isActed ? t('Save') : t('Dismiss')}
      onConfirm={async (note) => {
        await mutateAsync({ decision, ...(note ? { note } : {}) });
        showToast(isActed ? t('Signal marked as handled') : t('Signal dismissed'));
      }}
      failure={t('Failed to decide the signal')}
      onClose={onClose}
    />
  );
}
