import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type ComponentProps, type ComponentType, Fragment, type ReactNode, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { MAX_EMAIL_LENGTH } from '#shared/limits.ts';
import { type Setting, type SettingsCategory, settingGroups, settingsTable } from '#shared/systemSettings.ts';
import { useSession } from '#web/features/auth/index.ts';
import { emailProblem } from '#web/forms/accountRules.ts';
import { Form, FormActions, FormBanner, useFormControl } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordInput, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { FieldGroup } from '#web/ui/controls/Field.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { type PasswordChoice, type SettingsDraft, settingsQuery } from './settingsDraft.ts';

type Entry = [key: string, setting: Setting];

/** A category's controls in the table's order; neighbours of one group stand together under its title. */
export function SettingFields({ category }: { category: SettingsCategory }) {
  const entries = Object.entries<Setting>(settingsTable[category].settings);
  const blocks: Entry[][] = [];
  for (const entry of entries) {
    const block = blocks.at(-1);
    if (block && block[0]?.[1].group === entry[1].group) block.push(entry);
    else blocks.push([entry]);
  }
  return blocks.map((block) => {
    const [[first, { group }]] = block as [Entry];
    const fields = block.map(([key, setting]) => {
      const HandWritten = Object.hasOwn(handWritten, key) ? handWritten[key] : SettingField;
      return HandWritten && <HandWritten key={key} name={key} setting={setting} />;
    });
    return group ? (
      <SettingGroup key={first} group={group}>
        {fields}
      </SettingGroup>
    ) : (
      <Fragment key={first}>{fields}</Fragment>
    );
  });
}

function SettingGroup({ group, children }: { group: keyof typeof settingGroups; children: ReactNode }) {
  const { title, text } = settingGroups[group];
  return (
    <fieldset className="grid gap-4 mt-2 mx-0 px-0 pt-4 pb-0 border-t border-solid border-t-line">
      <legend className="float-left w-full row-title">{t(title)}</legend>
      <p className="text-muted text-sm">{t(text)}</p>
      <div className="grid grid-cols-3 gap-4 items-start max-md:grid-cols-1">{children}</div>
    </fieldset>
  );
}

interface SettingFieldProps {
  name: string;
  setting: Setting;
}

/** The control of a setting's kind. @param more properties of a text's control. */
function SettingField(props: SettingFieldProps & Partial<ComponentProps<typeof TextField>>) {
  const { name, setting, ...more } = props;
  const hint = setting.hint && t(setting.hint);
  const field = { name, label: t(setting.label), ...(hint ? { hint } : {}) };
  switch (setting.kind) {
    case 'flag':
      return <SwitchField name={name} label={field.label} text={hint} />;
    case 'choice':
      return <SelectField {...field} options={optionsOf(setting.choices)} />;
    case 'integer':
      return <TextField {...field} inputMode="numeric" required />;
    case 'decimal':
      return <TextField {...field} inputMode="decimal" required />;
    case 'text': {
      const { max, rows, format, required } = setting;
      if (rows) return <TextAreaField {...field} isOptional={!format} maxLength={max} rows={rows} />;
      if (format === 'day') return <TextField {...field} required />;
      if (format === 'email')
        return <TextField {...field} type="email" autoComplete="off" required maxLength={max} />;
      const isRequired = Boolean(required);
      return <TextField {...field} required={isRequired} isOptional={!isRequired} maxLength={max} {...more} />;
    }
  }
}

/** Controls that a kind does not describe; a setting with null is in its neighbour's control. */
const handWritten: Record<string, ComponentType<SettingFieldProps> | null> = {
  smtpHost: MailServer,
  smtpPort: null,
  smtpUser: (props) => <SettingField {...props} autoComplete="off" spellCheck={false} />,
  smtpPassword: SmtpPassword,
  smtpEncryption: Encryption,
};

const { smtpHost, smtpPort, smtpPassword } = settingsTable.email.settings;

function MailServer() {
  const control = useFormControl<SettingsDraft['email']>();
  const isEnabled = useWatch({ control, name: 'smtpEnabled' });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-4 items-start">
      <SettingField
        name="smtpHost"
        setting={smtpHost}
        required={isEnabled}
        isOptional={!isEnabled}
        placeholder={t('smtp.example.com')}
        spellCheck={false}
      />
      <SettingField name="smtpPort" setting={smtpPort} />
    </div>
  );
}

function Encryption(props: SettingFieldProps) {
  const control = useFormControl<SettingsDraft['email']>();
  const encryption = useWatch({ control, name: 'smtpEncryption' });
  return (
    <>
      <SettingField {...props} />
      <Notice kind="info">
        {encryption === 'when_offered' &&
          t(
            'If the mail server does not support encryption, others on the network can read emails and the password. Choose “Always” if your mail server supports it.',
          )}
      </Notice>
    </>
  );
}

/** The password goes in and never comes out: it can be replaced or cleared, not shown. */
function SmtpPassword() {
  const isSaved = useQuery(settingsQuery).data?.email.smtpPasswordSet;
  const control = useFormControl<SettingsDraft['email']>();
  const { field: password } = useController({ control, name: 'smtpPassword' });
  const choice = password.value;
  const label = t(smtpPassword.label);
  const button = (label: string, chosen: PasswordChoice) => (
    <Button variant="plain" onClick={() => password.onChange(chosen)}>
      {label}
    </Button>
  );
  if (!isSaved || choice.kind === 'replace')
    return (
      <div className="grid justify-items-start gap-1">
        <PasswordInput
          className="w-full"
          label={label}
          autoComplete="new-password"
          maxLength={smtpPassword.max}
          value={choice.kind === 'replace' ? choice.text : ''}
          onChange={(text) => password.onChange({ kind: 'replace', text })}
        />
        {isSaved && button(t('Keep the saved one'), { kind: 'keep' })}
      </div>
    );
  return (
    <FieldGroup label={label}>
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

/** Really sends a mail; a failure shows the mail server's own words. */
function TestEmailDialog({ hasUnsaved, onClose }: { hasUnsaved: boolean; onClose(): void }) {
  const { user } = useSession();
  const { mutateAsync } = useAdminChange((testEmail: string) =>
    callApi('systemSettings.testEmail', { body: { testEmail } }),
  );
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
