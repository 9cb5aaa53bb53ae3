import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { Office, OwnOffice } from '#shared/contracts/offices.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import { MAX_BIO_LENGTH, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import { licenseTone } from '#web/features/licenses/index.ts';
import { emailProblem } from '#web/forms/accountRules.ts';
import { FieldGrid, Form, FormBanner } from '#web/forms/Form.tsx';
import { PhoneField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { useDraftKey } from '#web/forms/useKeptDraft.ts';
import { formatDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Invitations, InvitationsToMe } from './Invitations.tsx';
import { Members } from './Members.tsx';
import { RemoveDialog } from './memberDialogs.tsx';
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
          <Skeleton className="rounded-lg" height="18rem" />
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

/** An office's name and rules: a new office, or changes of an existing one. */
function OfficeForm({ office }: { office: Office | null }) {
  const { open, change } = useOfficeActs();
  const form = useForm({
    values: {
      name: office?.name ?? '',
      license_number: office?.license_number ?? '',
      about: office?.about ?? '',
      email: office?.email ?? '',
      phone: office?.phone ?? '',
      shares_queue: office?.shares_queue ?? true,
    },
    check: ({ name, email }) => {
      const wrongEmail = email.trim() === '' ? null : emailProblem(email);
      return {
        ...(name.trim() === '' ? { name: t('Enter a name for the office') } : {}),
        ...(wrongEmail ? { email: wrongEmail } : {}),
      };
    },
    send: async (typed) => {
      const fields = {
        ...typed,
        name: typed.name.trim(),
        license_number: typed.license_number.trim() || null,
        about: typed.about.trim() || null,
        email: typed.email.trim(),
        phone: typed.phone.trim() || null,
      };
      if (!office) {
        await open(fields);
        showToast(t('Your office is open. Invite the agents who work with you.'));
        return;
      }
      await change(fields);
      showToast(t('Changes saved'));
      return typed;
    },
    failure: office ? t('The office could not be changed.') : t('The office could not be opened.'),
    draft: useDraftKey(`office_${office?.id ?? 'new'}`),
  });
  const isOtherLicense =
    office?.license_number != null && form.watch('license_number').trim() !== office.license_number;
  return (
    <Form form={form} className="grid grid-cols-1 gap-4 max-w-152 wrap-break-word">
      <FieldGrid>
        <TextField name="name" label={t('Name of the office')} required maxLength={MAX_NAME_LENGTH} />
        <TextField
          name="license_number"
          label={t('License number of the broker')}
          isOptional
          hint={t('PRC number. Visitors see it once we have checked it.')}
          maxLength={MAX_LICENSE_NUMBER_LENGTH}
          autoComplete="off"
        />
        <TextField
          name="email"
          label={t('Email of the office')}
          isOptional
          type="email"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
        />
        <PhoneField name="phone" isOptional />
        <TextAreaField
          className="col-span-full"
          name="about"
          label={t('About the office')}
          isOptional
          maxLength={MAX_BIO_LENGTH}
        />
      </FieldGrid>
      {office && <LicenseLine office={office} isOther={isOtherLicense} />}
      <SwitchField
        name="shares_queue"
        label={t('Members see each other’s clients')}
        text={t(
          'Everyone in the office can read client conversations and private notes, and take over a waiting client. If off, only managers can.',
        )}
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          disabled={form.isSending || (office !== null && !form.isDirty)}
          aria-busy={form.isSending}
        >
          {office ? t('Save Changes') : t('Open the Office')}
        </Button>
        {office && form.isDirty && (
          <Button variant="outlined" disabled={form.isSending} onClick={form.discard}>
            {t('Discard')}
          </Button>
        )}
      </div>
    </Form>
  );
}

function LicenseLine({ office, isOther }: { office: Office; isOther: boolean }) {
  const { license_number, license_state: state, license_expires_on: lastDay } = office;
  if (isOther)
    return (
      <Notice kind="info">{t('We check a new license number again. Until then, visitors see no license.')}</Notice>
    );
  if (license_number === null) return null;
  const day = lastDay ? formatDay(lastDay) : '';
  const words = {
    unchecked: t('We look up the number in the register. Until then, visitors see no license.'),
    valid: t('Checked, valid until {day}. Visitors see it on the office’s page.', { day }),
    expiring: t('Checked, expires on {day}. Renew it and tell us so visitors keep seeing it.', { day }),
    expired: t('Expired on {day}. Visitors see no license until we have checked the renewal.', { day }),
    lapsed: '',
  }[state];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge tone={licenseTone[state]}>{t(licenseStateLabel[state])}</Badge>
      <span className="text-muted">{words}</span>
    </p>
  );
}
