import { InputField } from '#web/forms/FormField.tsx';
import { SwitchField } from '#web/forms/SwitchField.tsx';
import type { CategoryFieldsProps } from './fieldProps.ts';
import { SmtpPasswordField } from './SmtpPasswordField.tsx';
import styles from './System.module.css';

interface EmailFieldsProps extends CategoryFieldsProps<'email'> {
  isPasswordSaved: boolean;
}

export function EmailFields({ draft, onChange, problems, isPasswordSaved }: EmailFieldsProps) {
  return (
    <>
      <SwitchField
        label="SMTP Enabled"
        text="Mail is sent through the server below"
        isOn={draft.smtpEnabled}
        onChange={(smtpEnabled) => onChange({ smtpEnabled })}
      />
      <div className={styles.hostAndPort}>
        <InputField
          name="smtpHost"
          label="SMTP Host"
          required={draft.smtpEnabled}
          maxLength={255}
          placeholder="smtp.example.com"
          spellCheck={false}
          value={draft.smtpHost}
          problem={problems.smtpHost}
          onChange={(smtpHost) => onChange({ smtpHost })}
        />
        <InputField
          name="smtpPort"
          label="SMTP Port"
          required
          inputMode="numeric"
          value={draft.smtpPort}
          problem={problems.smtpPort}
          onChange={(smtpPort) => onChange({ smtpPort })}
        />
      </div>
      <InputField
        name="smtpUser"
        label="SMTP User"
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        value={draft.smtpUser}
        onChange={(smtpUser) => onChange({ smtpUser })}
      />
      <SmtpPasswordField
        choice={draft.smtpPassword}
        isSaved={isPasswordSaved}
        onChange={(smtpPassword) => onChange({ smtpPassword })}
      />
      <InputField
        name="fromEmail"
        label="From Email"
        type="email"
        required
        maxLength={254}
        value={draft.fromEmail}
        problem={problems.fromEmail}
        onChange={(fromEmail) => onChange({ fromEmail })}
      />
    </>
  );
}
