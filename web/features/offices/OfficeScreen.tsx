import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { OwnOffice } from '#shared/contracts/offices.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Invitations, InvitationsToMe } from './Invitations.tsx';
import { Members } from './Members.tsx';
import { RemoveDialog } from './memberDialogs.tsx';
import { OfficeForm } from './OfficeForm.tsx';
import { officeQuery, useOfficeActs } from './queries.ts';
import { TeamFigures } from './TeamFigures.tsx';

/** The agent's office: its members and, for managers, its settings; or the ways into an office. */
export function OfficeScreen({ userId }: { userId: number }) {
  const query = useQuery(officeQuery);
  return (
    <PartState
      query={query}
      loadingText={t('Loading your office…')}
      className="grid grid-cols-1 gap-6"
      skeleton={
        <>
          <Skeleton width="16rem" height="2rem" />
          <Skeleton className="rounded-lg!" height="18rem" />
        </>
      }
      failure={(error) => failureSentence(error, t('Your office could not be loaded'))}
    >
      {(own) => (
        <div className="grid grid-cols-1 gap-6">
          {own.office ? (
            <InOffice key={own.office.id} own={own} office={own.office} userId={userId} />
          ) : (
            <NoOffice own={own} />
          )}
        </div>
      )}
    </PartState>
  );
}

function NoOffice({ own }: { own: OwnOffice }) {
  return (
    <>
      <header>
        <h2>{t('Office')}</h2>
        <p className="max-w-176 mt-1 text-muted">
          {t(
            'An office groups agents who work together, such as salespersons under a licensed broker. You can hand clients to each other when someone is away or leaves, and your office gets its own page on the site.',
          )}
        </p>
      </header>
      <InvitationsToMe invitations={own.invitations_to_me} isInOffice={false} />
      <SectionCard
        title={t('Open an Office')}
        text={t('You become its manager and invite the others. They keep their accounts and profiles.')}
      >
        <OfficeForm office={null} />
      </SectionCard>
    </>
  );
}

interface InOfficeProps {
  own: OwnOffice;
  office: NonNullable<OwnOffice['office']>;
  userId: number;
}

function InOffice({ own, office, userId }: InOfficeProps) {
  const { role, members, invitations, invitations_to_me: invitationsToMe } = own;
  const isManager = role === 'manager';
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 dir="auto" className="wrap-anywhere">
            {office.name}
          </h2>
          <p className="mt-1 text-muted">
            {isManager
              ? t('You manage this office.')
              : office.shares_queue
                ? t('You are a member. Members see each other’s clients.')
                : t('You are a member. Managers see your clients.')}
          </p>
        </div>
        <ButtonLink variant="outlined" to={`/offices/${office.id}`}>
          <ExternalLink size={17} aria-hidden="true" />
          {t('View Public Page')}
        </ButtonLink>
      </header>
      <InvitationsToMe invitations={invitationsToMe} isInOffice />
      <SectionCard title={t('Members')}>
        <Members userId={userId} role={role} members={members} />
      </SectionCard>
      {isManager && (
        <>
          <Invitations invitations={invitations} />
          <TeamFigures />
          <SectionCard title={t('Office Settings')} text={t('What visitors see and how the office works.')}>
            <OfficeForm office={office} />
          </SectionCard>
        </>
      )}
      <Leaving own={own} userId={userId} />
    </>
  );
}

/** The last member closes the office; other members leave it. */
function Leaving({ own: { members, role, office }, userId }: { own: OwnOffice; userId: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const { close } = useOfficeActs();
  const me = members.find(({ id }) => id === userId);
  const isAlone = members.length === 1;
  const isLastManager =
    !isAlone && role === 'manager' && members.filter((member) => member.role === 'manager').length === 1;
  const onClose = () => setIsAsking(false);
  return (
    <SectionCard
      title={isAlone ? t('Close the office') : t('Leave the office')}
      text={
        isAlone
          ? t('Its page and open invitations are deleted. You keep your clients and listings.')
          : isLastManager
            ? t('You are the only manager. Make someone else a manager first.')
            : t('Your clients go to a colleague you choose. You keep your account and profile.')
      }
      action={
        <Button variant="outlined" isDangerous disabled={isLastManager} onClick={() => setIsAsking(true)}>
          {isAlone ? t('Close Office…') : t('Leave Office…')}
        </Button>
      }
    >
      {isAsking && isAlone && (
        <ConfirmDialog
          title={t('Close {name}?', { name: office?.name ?? '' })}
          text={t('Its page and open invitations are deleted for good. You keep your clients and listings.')}
          confirmLabel={t('Close Office')}
          onConfirm={async () => {
            await close();
            showToast(t('The office is closed'));
          }}
          failureOf={(error) => failureSentence(error, t('The office could not be closed.'))}
          onClose={onClose}
        />
      )}
      {isAsking && !isAlone && me && <RemoveDialog member={me} members={members} isMe onClose={onClose} />}
    </SectionCard>
  );
}
