import { Send } from 'lucide-react';
import { useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { MAX_EMAIL_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import {
  type InForm,
  PasswordInput,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { emailProblem } from '#web/lib/emailProblem.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FieldGroup } from '#web/ui/controls/Field.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { type PasswordChoice, type SettingsDraft, useSendTestEmail } from './settingsDraft.ts';

interface CategoryFieldsProps<Category extends keyof SettingsDraft> {
  control: Control<SettingsDraft[Category]>;
}

export function ApplicationFields({ control }: CategoryFieldsProps<'application'>) {
  return (
    <>
      <TextField control={control} name="siteName" label="Site Name" required maxLength={80} />
      <TextAreaField
        control={control}
        name="siteDescription"
        label="Site Description"
        isOptional
        hint="Shown by search engines and when a page is shared"
        maxLength={300}
        rows={3}
      />
      <SwitchField
        control={control}
        name="maintenanceMode"
        label="Maintenance Mode"
        text="Only admins can use the site; everyone else sees that it is closed"
      />
      <SwitchField
        control={control}
        name="registrationEnabled"
        label="Registration Enabled"
        text="New people can create an account"
      />
    </>
  );
}

export function EmailFields({
  control,
  isPasswordSaved,
}: CategoryFieldsProps<'email'> & { isPasswordSaved: boolean }) {
  const isEnabled = useWatch({ control, name: 'smtpEnabled' });
  return (
    <>
      <SwitchField
        control={control}
        name="smtpEnabled"
        label="SMTP Enabled"
        text="Mail is sent through the server below"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-4 items-start">
        <TextField
          control={control}
          name="smtpHost"
          label="SMTP Host"
          required={isEnabled}
          isOptional={!isEnabled}
          maxLength={255}
          placeholder="smtp.example.com"
          spellCheck={false}
        />
        <TextField control={control} name="smtpPort" label="SMTP Port" required inputMode="numeric" />
      </div>
      <TextField
        control={control}
        name="smtpUser"
        label="SMTP User"
        isOptional
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      <SmtpPasswordField control={control} isSaved={isPasswordSaved} />
      <TextField
        control={control}
        name="fromEmail"
        label="From Email"
        type="email"
        required
        maxLength={MAX_EMAIL_LENGTH}
      />
    </>
  );
}

/** The password goes in and never comes out: it can be replaced or cleared, not looked at. */
function SmtpPasswordField({ control, isSaved }: CategoryFieldsProps<'email'> & { isSaved: boolean }) {
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
          label="SMTP Password"
          autoComplete="new-password"
          maxLength={255}
          value={choice.kind === 'replace' ? choice.text : ''}
          onChange={(text) => password.onChange({ kind: 'replace', text })}
        />
        {isSaved && button('Keep the saved one', { kind: 'keep' })}
      </div>
    );
  return (
    <FieldGroup label="SMTP Password">
      <div className="flex flex-wrap items-center gap-1 min-h-control">
        <span className="mr-auto">
          {choice.kind === 'keep' ? 'A password is saved' : 'The password is cleared when you save'}
        </span>
        {button('Replace', { kind: 'replace', text: '' })}
        {choice.kind === 'keep' ? button('Clear', { kind: 'clear' }) : button('Keep', { kind: 'keep' })}
      </div>
    </FieldGroup>
  );
}

const switches = [
  {
    name: 'emailNotifications',
    label: 'Email Notifications',
    text: 'The master switch for mail: off, no notification is mailed to anyone',
  },
  {
    name: 'pushNotifications',
    label: 'Push Notifications',
    text: 'Live notices in the page and on the desktop, beyond the bell',
  },
  { name: 'smsNotifications', label: 'SMS Notifications', text: 'No SMS provider configured' },
  { name: 'notifyNewUsers', label: 'New Users', text: 'Admins are told of new accounts' },
  { name: 'notifyNewProperties', label: 'New Properties', text: 'Admins are told of new listings' },
  { name: 'notifyNewMessages', label: 'New Messages', text: 'People are mailed about new messages' },
] as const satisfies (Pick<InForm<SettingsDraft['notifications']>, 'name'> & Record<string, string>)[];

export function NotificationFields({ control }: CategoryFieldsProps<'notifications'>) {
  return switches.map((row) => <SwitchField key={row.name} control={control} {...row} />);
}

export function SecurityFields({ control }: CategoryFieldsProps<'security'>) {
  return (
    <>
      <TextField
        control={control}
        name="sessionTimeout"
        label="Session Timeout (hours)"
        hint="A session without a call for so long ends; 'Remember me' makes it 30 days"
        inputMode="numeric"
        required
      />
      <TextField
        control={control}
        name="maxLoginAttempts"
        label="Max Login Attempts"
        hint="So many wrong passwords lock an account for that address for 15 minutes"
        inputMode="numeric"
        required
      />
      <SwitchField
        control={control}
        name="enforceHttps"
        label="Enforce HTTPS"
        text="Redirects to HTTPS where the server stands behind a trusted proxy"
      />
    </>
  );
}

const frequencies = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
];

export function BackupFields({ control }: CategoryFieldsProps<'backup'>) {
  return (
    <>
      <SwitchField
        control={control}
        name="autoBackup"
        label="Auto Backup"
        text="The server makes a backup by itself"
      />
      <SelectField control={control} name="backupFrequency" label="Backup Frequency" options={frequencies} />
      <TextField
        control={control}
        name="keep"
        label="Backups to Keep"
        hint="A new backup beyond them takes the place of the oldest"
        inputMode="numeric"
        required
      />
    </>
  );
}

export function TestEmail({ hasUnsaved }: { hasUnsaved: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 mt-6 pt-4 border-t border-t-line">
      <p className="text-muted text-sm">Sends a mail with the settings as they are saved.</p>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        <Send size={18} />
        Send Test Email
      </Button>
      {isOpen && <TestEmailDialog hasUnsaved={hasUnsaved} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

const FAILED = 'Failed to send test email';

/** Really sends a mail; the mail server's own words are told when that fails. */
function TestEmailDialog({ hasUnsaved, onClose }: { hasUnsaved: boolean; onClose(): void }) {
  const { user } = useSession();
  const { mutateAsync } = useSendTestEmail();
  const form = useForm({
    values: { testEmail: user?.email ?? '' },
    check: ({ testEmail }) => {
      const problem = emailProblem(testEmail);
      return problem ? { testEmail: problem } : {};
    },
    send: async ({ testEmail }) => {
      await mutateAsync(testEmail.trim());
      showToast('Test email sent successfully!');
      onClose();
    },
    failure: FAILED,
    silent: FAILED,
  });

  return (
    <FormDialog title="Send Test Email" onClose={onClose}>
      <Form form={form}>
        <Notice kind="info">
          {hasUnsaved && 'Your changes are not saved yet: the test uses the settings as they are saved.'}
        </Notice>
        <FormBanner message={form.error} />
        <TextField
          control={form.control}
          name="testEmail"
          label="Enter test email address:"
          type="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          autoComplete="email"
        />
        <FormActions
          isSending={form.isSending}
          submitLabel="Send"
          sendingLabel="Sending..."
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
