import { Building, ShieldCheck } from 'lucide-react';
import type { PublicOffice } from '#shared/contracts/offices.ts';
import { AgentCards, CallButtons, LicenseBadge, ProfileFrame, PublicProfile } from '#web/features/agents/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { publicOfficeQuery } from './queries.ts';

export function PublicOfficeScreen() {
  return (
    <PublicProfile
      queryOf={publicOfficeQuery}
      titleOf={(page) => page?.office.name ?? t('Office')}
      missing={{
        icon: <Building size={28} />,
        title: t('Office not found'),
        text: t('This office has closed, or the address is not quite right.'),
      }}
      loadingText={t('Loading the office…')}
      failure={{
        title: t('This office could not be loaded'),
        message: (error) => failureSentence(error, t('Please try again.')),
      }}
    >
      {(page) => <OfficePage key={page.office.id} {...page} />}
    </PublicProfile>
  );
}

function OfficePage({ office, agents, listings }: PublicOffice) {
  const { name, about, email, phone, license } = office;
  return (
    <ProfileFrame className="grid-cols-1">
      <header className="grid gap-x-8 gap-y-4 p-8 max-sm:p-4 panel shadow-sm lg:grid-cols-[minmax(0,1fr)_auto]">
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
          {about && <p className="max-w-176 mt-2 leading-relaxed wrap-anywhere whitespace-pre-line">{about}</p>}
        </div>
        {(phone || email) && (
          <div className="flex flex-wrap gap-2 self-start lg:grid lg:min-w-48">
            <CallButtons name={name} phone={phone} email={email} />
          </div>
        )}
      </header>
      <section className="grid grid-cols-1 gap-4" aria-label={t('Agents of this office')}>
        <h2>{t('Our agents')}</h2>
        <AgentCards agents={agents} className="grid-fill-[21rem]" />
      </section>
    </ProfileFrame>
  );
}
