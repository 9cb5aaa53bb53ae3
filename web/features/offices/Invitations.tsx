import { RotateCw, X } from 'lucide-react';
import type { OwnOffice } from '#shared/contracts/offices.ts';
import { INVITATION_DAYS, MAX_EMAIL_LENGTH } from '#shared/limits.ts';
import { emailProblem } from '#web/forms/accountRules.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { shortDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { useOfficeActs } from './queries.ts';

const ROW = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 not-first:border-t border-t-line';

const tell = (act: Promise<unknown>, done: string, kind?: 'info') =>
  act.then(
    () => showToast(done, kind),
    (error) => showToast(failureSentence(error, t('This did not work. Please try again.')), 'error'),
  );

export function Invitations({ invitations }: Pick<OwnOffice, 'invitations'>) {
  const { invite, withdraw } = useOfficeActs();
  const form = useForm({
    values: { email: '' },
    check: ({ email }) => {
      const problem = emailProblem(email);
      return problem ? { email: problem } : {};
    },
    send: async ({ email }) => {
      await invite(email.trim());
      showToast(t('Invitation sent to {email}', { email: email.trim() }));
      return { email: '' };
    },
    failure: t('The invitation could not be sent.'),
  });
  return (
    <SectionCard
      title={t('Invitations')}
      text={t(
        'Invite agents with the email of their account. They see the invitation once they have confirmed that address. It is valid for {days} days.',
        { days: INVITATION_DAYS },
      )}
    >
      <Form form={form} className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            className="flex-[1_1_14rem] max-w-104"
            name="email"
            type="email"
            label={t('Email of the agent')}
            required
            autoComplete="off"
            maxLength={MAX_EMAIL_LENGTH}
          />
          <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
            {t('Send Invitation')}
          </Button>
        </div>
        <FormBanner message={form.error} />
      </Form>
      {invitations.length > 0 && (
        <ul className="mt-4" aria-label={t('Open invitations')}>
          {invitations.map(({ id, email, created_at, expires_at }) => (
            <li key={id} className={ROW}>
              <span className="grid grid-cols-1 min-w-0">
                <span className="font-semibold wrap-anywhere">{email}</span>
                <span className="text-muted text-sm">
                  {t('Sent {day}, valid until {until}', {
                    day: shortDay(created_at),
                    until: shortDay(expires_at),
                  })}
                </span>
              </span>
              <span className="flex flex-wrap gap-1 -mx-3">
                <Button
                  variant="plain"
                  aria-label={t('Send again to {email}', { email })}
                  onClick={() => tell(invite(email), t('Invitation sent to {email}', { email }))}
                >
                  <RotateCw size={16} aria-hidden="true" />
                  {t('Send Again')}
                </Button>
                <Button
                  variant="plain"
                  isDangerous
                  aria-label={t('Withdraw the invitation to {email}', { email })}
                  onClick={() => tell(withdraw(id), t('Invitation withdrawn'))}
                >
                  <X size={16} aria-hidden="true" />
                  {t('Withdraw')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

interface InvitationsToMeProps {
  invitations: OwnOffice['invitations_to_me'];
  /** A member of another office leaves that one first. */
  isInOffice: boolean;
}

/** Offices that ask the agent to join. Empty without any. */
export function InvitationsToMe({ invitations, isInOffice }: InvitationsToMeProps) {
  const { answer } = useOfficeActs();
  if (invitations.length === 0) return null;
  return (
    <SectionCard
      title={t('You are invited')}
      text={
        isInOffice
          ? t('You can be in only one office at a time. Leave yours to accept.')
          : t(
              'Office managers can see your clients and hand them to a colleague. Notes that you wrote before you join stay for your eyes only.',
            )
      }
    >
      <ul aria-label={t('Invitations to you')}>
        {invitations.map(({ id, office, invited_by, expires_at }) => (
          <li key={id} className={ROW}>
            <span className="grid grid-cols-1 min-w-0">
              <span dir="auto" className="font-semibold wrap-anywhere">
                {office.name}
              </span>
              <span className="text-muted text-sm">
                {invited_by
                  ? t('From {name}, valid until {until}', {
                      name: invited_by.name,
                      until: shortDay(expires_at),
                    })
                  : t('Valid until {until}', { until: shortDay(expires_at) })}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Button
                variant="outlined"
                aria-label={t('Decline {office}', { office: office.name })}
                onClick={() => tell(answer(id, 'declined'), t('Invitation declined'), 'info')}
              >
                {t('Decline')}
              </Button>
              <Button
                disabled={isInOffice}
                aria-label={t('Accept {office}', { office: office.name })}
                onClick={() => tell(answer(id, 'accepted'), t('Welcome to {office}', { office: office.name }))}
              >
                {t('Accept')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
