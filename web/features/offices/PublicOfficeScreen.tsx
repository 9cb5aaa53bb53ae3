import { useQuery } from '@tanstack/react-query';
import { Building, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { PublicOffice } from '#shared/contracts/offices.ts';
import { AgentCard, AllAgentsLink, CallButtons, LicenseBadge } from '#web/features/agents/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { LazyAgentMessageModal } from '#web/features/inquiries/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useParams } from '#web/lib/router.tsx';
import { readId } from '#web/lib/urlState.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { RecordState } from '#web/ui/states/RecordState.tsx';
import { publicOfficeQuery } from './queries.ts';

/** An office's public page. */
export function PublicOfficeScreen() {
  const id = readId(useParams().id);
  const query = useQuery({
    ...publicOfficeQuery(id ?? 0),
    enabled: id !== null,
    // The route has fetched it: a failure is not repeated at the mount.
    retryOnMount: false,
  });
  return (
    <RecordState
      id={id}
      query={query}
      title={query.data?.office.name ?? t('Office')}
      missing={{
        icon: <Building size={28} />,
        title: t('Office not found'),
        text: t('This office has closed, or the address is not quite right.'),
        action: <ButtonLink to="/agents">{t('Back to Agents')}</ButtonLink>,
      }}
      loadingText={t('Loading the office…')}
      failure={{
        title: t('This office could not be loaded'),
        message: (error) => failureSentence(error, t('Please try again.')),
        action: (
          <ButtonLink to="/agents" variant="outlined">
            {t('Back to Agents')}
          </ButtonLink>
        ),
      }}
    >
      {(page) => <OfficePage key={page.office.id} {...page} />}
    </RecordState>
  );
}

function OfficePage({ office, agents, listings }: PublicOffice) {
  const { user } = useSession();
  const [addressee, setAddressee] = useState<Agent | null>(null);
  const { name, about, email, phone, license } = office;
  return (
    <article className="grid grid-cols-1 gap-6 max-w-page mx-auto pt-3 px-gutter">
      <AllAgentsLink />
      <header className="grid gap-x-8 gap-y-4 p-8 max-sm:p-4 border border-line rounded-lg bg-surface shadow-sm lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid grid-cols-1 justify-items-start gap-2 min-w-0">
          <h1 dir="auto" className="wrap-anywhere">
            {name}
          </h1>
          <p className="text-muted text-lg">
            {t('{count, plural, one {# agent} other {# agents}}', { count: agents.length })} ·{' '}
            {t('{count, plural, one {# active listing} other {# active listings}}', { count: listings })}
          </p>
          {license ? (
            <LicenseBadge license={license} />
          ) : (
            <p className="inline-flex items-center gap-2 text-muted text-sm">
              <ShieldCheck size={17} strokeWidth={1.9} aria-hidden="true" />
              {t('License not checked yet')}
            </p>
          )}
          {about && (
            <p className="max-w-176 mt-2 leading-relaxed wrap-anywhere whitespace-pre-line">{about}</p>
          )}
        </div>
        {(phone || email) && (
          <div className="flex flex-wrap gap-2 self-start lg:grid lg:min-w-48">
            <CallButtons name={name} phone={phone} email={email} />
          </div>
        )}
      </header>
      <section className="grid grid-cols-1 gap-4" aria-label={t('Agents of this office')}>
        <h2>{t('Our agents')}</h2>
        <ul className="grid gap-6 grid-cols-[repeat(auto-fill,minmax(min(21rem,100%),1fr))]">
          {agents.map((agent) => (
            <li key={agent.id}>
              <AgentCard agent={agent} isOwn={agent.id === user?.id} onMessage={setAddressee} />
            </li>
          ))}
        </ul>
      </section>
      {addressee && <LazyAgentMessageModal agent={addressee} onClose={() => setAddressee(null)} />}
    </article>
  );
}
