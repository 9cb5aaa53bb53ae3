import { useId } from 'react';
import { PasswordField } from '#web/forms/PasswordField.tsx';
import { Button } from '#web/ui/Button.tsx';
import field from '#web/ui/field.module.css';
import styles from './System.module.css';
import type { PasswordChoice } from './settingsDraft.ts';

interface SmtpPasswordFieldProps {
  choice: PasswordChoice;
  isSaved: boolean;
  onChange(choice: PasswordChoice): void;
}

/** The password goes in and never comes out: it can be replaced or cleared, not looked at. */
export function SmtpPasswordField({ choice, isSaved, onChange }: SmtpPasswordFieldProps) {
  const id = useId();
  const button = (label: string, chosen: PasswordChoice) => (
    <Button variant="plain" onClick={() => onChange(chosen)}>
      {label}
    </Button>
  );
  if (!isSaved || choice.kind === 'replace')
    return (
      <div className={styles.password}>
        <PasswordField
          label="SMTP Password"
          autoComplete="new-password"
          maxLength={255}
          value={choice.kind === 'replace' ? choice.text : ''}
          onChange={(text) => onChange({ kind: 'replace', text })}
        />
        {isSaved && button('Keep the saved one', { kind: 'keep' })}
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for the look of a field
    <div className={field.field} role="group" aria-labelledby={id}>
      <span id={id} className={field.label}>
        SMTP Password
      </span>
      <div className={styles.passwordState}>
        <span>
          {choice.kind === 'keep' ? 'A password is saved' : 'The password is cleared when you save'}
        </span>
        {button('Replace', { kind: 'replace', text: '' })}
        {choice.kind === 'keep' ? button('Clear', { kind: 'clear' }) : button('Keep', { kind: 'keep' })}
      </div>
    </div>
  );
}
