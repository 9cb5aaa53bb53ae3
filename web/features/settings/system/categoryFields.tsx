import { Send } from 'lucide-react';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { MAX_EMAIL_LENGTH } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormActions, FormBanner, useFormControl } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordInput, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { emailProblem } from '#web/lib/emailProblem.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { FieldGroup } from '#web/ui/controls/Field.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import {
  hourlyLimits,
  loanRates,
  monthlyRates,
  newAccountLimits,
  type PasswordChoice,
  rentRates,
  type SettingsDraft,
  signInLimits,
  taxRates,
  useSendTestEmail,
} from './settingsDraft.ts';

export function ApplicationFields() {
  return (
    <>
      <TextField name="siteName" label={t('Site Name')} required maxLength={80} />
      <TextAreaField
        name="siteDescription"
        label={t('Site Description')}
        isOptional
        hint={t('Shown in search results and when a page is shared')}
        maxLength={300}
        rows={3}
      />
      <SwitchField
        name="maintenanceMode"
        label={t('Maintenance Mode')}
        text={t('Only admins can use the site. Everyone else sees that it is closed.')}
      />
      <SwitchField
        name="registrationEnabled"
        label={t('Registration Enabled')}
        text={t('New visitors can create an account')}
      />
      <SwitchField
        name="onlyVerifiedReviewsCount"
        label={t('Only Verified Reviews Count')}
        text={t(
          'Ratings exclude reviews by people without an answered message or a viewing with the agent. The reviews stay visible.',
        )}
      />
      <SwitchField
        name="publicListingPages"
        label={t('Public Listing Pages')}
        text={t(
          'Guests can open listing and agent pages without logging in. They see everything except phone numbers and emails, and are asked to log in when they act.',
        )}
      />
    </>
  );
}

const encryptionLabel = { required: msg('Always'), when_offered: msg('If the mail server supports it') };

export function EmailFields({ isPasswordSaved }: { isPasswordSaved: boolean }) {
  const control = useFormControl<SettingsDraft['email']>();
  const isEnabled = useWatch({ control, name: 'smtpEnabled' });
  const encryption = useWatch({ control, name: 'smtpEncryption' });
  return (
    <>
      <SwitchField
        name="smtpEnabled"
        label={t('SMTP Enabled')}
        text={t('Send email through the server below')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-4 items-start">
        <TextField
          name="smtpHost"
          label={t('SMTP Host')}
          required={isEnabled}
          isOptional={!isEnabled}
          maxLength={255}
          placeholder={t('smtp.example.com')}
          spellCheck={false}
        />
        <TextField name="smtpPort" label={t('SMTP Port')} required inputMode="numeric" />
      </div>
      <TextField
        name="smtpUser"
        label={t('SMTP User')}
        isOptional
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      <SmtpPasswordField isSaved={isPasswordSaved} />
      <SelectField
        name="smtpEncryption"
        label={t('Encryption')}
        hint={t('Not needed for a mail server on this machine')}
        options={optionsOf(encryptionLabel)}
      />
      <Notice kind="info">
        {encryption === 'when_offered' &&
          t(
            'If the mail server does not support encryption, others on the network can read emails and the password. Choose “Always” if your mail server supports it.',
          )}
      </Notice>
      <TextField
        name="fromEmail"
        label={t('From Email')}
        type="email"
        autoComplete="off"
        required
        maxLength={MAX_EMAIL_LENGTH}
      />
    </>
  );
}

/** The password goes in and never comes out: it can be replaced or cleared, not looked at. */
function SmtpPasswordField({ isSaved }: { isSaved: boolean }) {
  const control = useFormControl<SettingsDraft['email']>();
  const { field: password } = useController({ control, name: 'smtpPassword' });
  const choice = password.value;
  const button = (label: string, chosen: PasswordChoice) => (
    <Button variant="plain" onClick={() => password.onChange(chosen)}>
      {label}
    </Button>
  );
  if (!isSaved || choice.kind === 'replace')
    return (
      <div className="grid justify-items-start gap-1 [&>:first-child]:w-full">
        <PasswordInput
          label={t('SMTP Password')}
          autoComplete="new-password"
          maxLength={255}
          value={choice.kind === 'replace' ? choice.text : ''}
          onChange={(text) => password.onChange({ kind: 'replace', text })}
        />
        {isSaved && button(t('Keep the saved one'), { kind: 'keep' })}
      </div>
    );
  return (
    <FieldGroup label={t('SMTP Password')}>
      <div className="flex flex-wrap items-center gap-1 min-h-control">
        <span className="mr-auto">
          {choice.kind === 'keep' ? t('A password is saved') : t('The password is cleared when you save')}
        </span>
        {button(t('Replace'), { kind: 'replace', text: '' })}
        {choice.kind === 'keep' ? button(t('Clear'), { kind: 'clear' }) : button(t('Keep'), { kind: 'keep' })}
      </div>
    </FieldGroup>
  );
}

const switches = [
  {
    name: 'emailNotifications',
    label: msg('Email Notifications'),
    text: msg('The master switch for email. If off, no one gets email notifications.'),
  },
  {
    name: 'pushNotifications',
    label: msg('Push Notifications'),
    text: msg('Live notifications on the page and the desktop, in addition to the bell'),
  },
  { name: 'smsNotifications', label: msg('SMS Notifications'), text: msg('No SMS provider configured') },
  { name: 'notifyNewUsers', label: msg('New Users'), text: msg('Notify admins of new accounts') },
  { name: 'notifyNewProperties', label: msg('New Properties'), text: msg('Notify admins of new listings') },
  {
    name: 'notifyNewMessages',
    label: msg('New Messages'),
    text: msg('Email people about new messages'),
  },
] as const satisfies { name: keyof SettingsDraft['notifications']; label: Message; text: Message }[];

export function NotificationFields() {
  return switches.map(({ name, label, text }) => (
    <SwitchField key={name} name={name} label={t(label)} text={t(text)} />
  ));
}

export function SecurityFields() {
  return (
    <>
      <TextField
        name="sessionTimeout"
        label={t('Session Timeout (hours)')}
        hint={t("Sessions end after this many idle hours, or after 30 days with 'Remember me'")}
        inputMode="numeric"
        required
      />
      <TextField
        name="sessionLifetime"
        label={t('Longest Session (days)')}
        hint={t('Everyone must log in again after this many days, even if they use the site daily')}
        inputMode="numeric"
        required
      />
      <TextField
        name="maxLoginAttempts"
        label={t('Max Login Attempts')}
        hint={t('This many wrong passwords lock an account for that internet address for 15 minutes')}
        inputMode="numeric"
        required
      />
      <TextField
        name="minPasswordLength"
        label={t('Minimum Password Length')}
        hint={t('Minimum characters in a new password. Existing passwords still work.')}
        inputMode="numeric"
        required
      />
      <SwitchField
        name="requireSecondFactorForAdmins"
        label={t('Two-Step Login for Administrators')}
        text={t(
          'Administrators must set it up before they can do anything else. Set up your own in your profile first.',
        )}
      />
      <SwitchField
        name="enforceHttps"
        label={t('Enforce HTTPS')}
        text={t('Redirects to HTTPS if the server is behind a trusted proxy')}
      />
      <NumberGroup
        title={t('Limits: failed logins in 15 minutes')}
        text={t(
          'These slow down programs that guess passwords. At half of the first number, the browser solves a challenge automatically.',
        )}
        fields={signInLimits}
      />
      <NumberGroup
        title={t('Limits: one person, per hour')}
        text={t(
          'Set these above what a busy person does. At half of a limit, the browser solves a short challenge automatically. At the limit, people see when they can continue. Visitors without an account and accounts on their first day get half of each limit.',
        )}
        fields={hourlyLimits}
      />
      <NumberGroup
        title={t('Limits: new accounts, per day')}
        text={t(
          'An account also counts as new until it confirms its email. For agents, a separate period starts when they are approved.',
        )}
        fields={newAccountLimits}
      />
    </>
  );
}

interface NumberGroupProps {
  title: string;
  text: string;
  fields: readonly { name: string; label: Message; hint?: Message }[];
  isDecimal?: boolean;
}

function NumberGroup({ title, text, fields, isDecimal = false }: NumberGroupProps) {
  return (
    <fieldset className="grid gap-4 mt-2 mx-0 px-0 pt-4 pb-0 border-0 border-t border-solid border-t-line min-w-0">
      <legend className="float-left w-full p-0 row-title">{title}</legend>
      <p className="text-muted text-sm">{text}</p>
      <div className="grid grid-cols-3 gap-4 items-start max-md:grid-cols-1">
        {fields.map(({ name, label, hint }) => (
          <TextField
            key={name}
            name={name}
            label={t(label)}
            {...(hint ? { hint: t(hint) } : {})}
            inputMode={isDecimal ? 'decimal' : 'numeric'}
            required
          />
        ))}
      </div>
    </fieldset>
  );
}

const frequencyLabel = { daily: msg('Daily'), weekly: msg('Weekly'), monthly: msg('Monthly') };

export function BackupFields() {
  return (
    <>
      <SwitchField
        name="autoBackup"
        label={t('Auto Backup')}
        text={t('The server creates backups automatically')}
      />
      <SelectField name="backupFrequency" label={t('Backup Frequency')} options={optionsOf(frequencyLabel)} />
      <TextField
        name="keep"
        label={t('Backups to Keep')}
        hint={t('Beyond this number, each new backup replaces the oldest')}
        inputMode="numeric"
        required
      />
      <SwitchField
        name="mailAuditAnchors"
        label={t('Email Audit Anchors')}
        text={t('Email administrators the newest audit log entry once a day, so a truncated log is noticed')}
      />
    </>
  );
}

export function CostFields() {
  return (
    <>
      <TextField
        name="asOf"
        label={t('Rates as of')}
        hint={t('When the rates were last checked, such as 2026-11-25. Visitors see it.')}
        required
      />
      <TextAreaField
        name="sources"
        label={t('Source of the rates')}
        isOptional
        hint={t('Visitors see it below each estimate')}
        maxLength={500}
        rows={4}
      />
      <NumberGroup
        title={t('Buying: taxes and fees')}
        text={t('Percent of the price.')}
        fields={taxRates}
        isDecimal
      />
      <NumberGroup
        title={t('Buying: usual loans')}
        text={t('Starting values for estimates. Visitors can change the terms.')}
        fields={loanRates}
        isDecimal
      />
      <NumberGroup
        title={t('Living there: monthly costs')}
        text={t('Common amounts. Visitors can change them.')}
        fields={monthlyRates}
        isDecimal
      />
      <NumberGroup
        title={t('Renting')}
        text={t('What tenants usually pay before moving in, and how much a controlled rent can rise.')}
        fields={rentRates}
        isDecimal
      />
      <TextField
        name="rentControlUntil"
        label={t('Rent control until')}
        hint={t('Last day of the increase above, such as 2026-12-31')}
        required
      />
    </>
  );
}

export function TestEmail({ hasUnsaved }: { hasUnsaved: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 mt-6 pt-4 border-t border-t-line">
      <p className="text-muted text-sm">{t('Sends an email with the saved settings.')}</p>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        <Send size={18} />
        {t('Send Test Email')}
      </Button>
      {isOpen && <TestEmailDialog hasUnsaved={hasUnsaved} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** Really sends a mail; the mail server's own words are told when that fails. */
function TestEmailDialog({ hasUnsaved, onClose }: { hasUnsaved: boolean; onClose(): void }) {
  const { user } = useSession();
  const { mutateAsync } = useSendTestEmail();
  const failure = t('Failed to send test email');
  const form = useForm({
    values: { testEmail: user?.email ?? '' },
    check: ({ testEmail }) => {
      const problem = emailProblem(testEmail);
      return problem ? { testEmail: problem } : {};
    },
    send: async ({ testEmail }) => {
      await mutateAsync(testEmail.trim());
      showToast(t('Test email sent successfully!'));
      onClose();
    },
    failure,
    silent: failure,
  });

  return (
    <FormDialog title={t('Send Test Email')} onClose={onClose}>
      <Form form={form}>
        <Notice kind="info">
          {hasUnsaved && t('You have unsaved changes. The test uses the saved settings.')}
        </Notice>
        <FormBanner message={form.error} />
        <TextField
          name="testEmail"
          label={t('Enter test email address:')}
          type="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          autoComplete="email"
        />
        <FormActions submitLabel={t('Send')} sendingLabel={t('Sending...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
