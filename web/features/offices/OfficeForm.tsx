import type { Office } from '#shared/contracts/offices.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import { MAX_BIO_LENGTH, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import { licenseTone } from '#web/features/licenses/index.ts';
import { emailProblem } from '#web/forms/accountRules.ts';
import { FieldGrid, Form, FormBanner } from '#web/forms/Form.tsx';
import { PhoneField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useOfficeActs } from './queries.ts';

/** An office's name and rules: a new office, or changes of an existing one. */
export function OfficeForm({ office }: { office: Office | null }) {
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
      <Notice kind="info">
        {t('We check a new license number again. Until then, visitors see no license.')}
      </Notice>
    );
  if (license_number === null) return null;
  const day = lastDay ? formatDay(lastDay) : '';
  const words = {
    unchecked: t('We look up the number in the register. Until then, visitors see no license.'),
    valid: t('Checked, valid until {day}. Visitors see it on the office’s page.', { day }),
    expiring: t('Checked, expires on {day}. Renew it and tell us so visitors keep seeing it.', {
      day,
    }),
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
