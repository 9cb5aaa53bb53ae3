import { InputField } from '#web/forms/FormField.tsx';
import { SwitchField } from '#web/forms/SwitchField.tsx';
import type { CategoryFieldsProps } from './fieldProps.ts';

export function SecurityFields({ draft, onChange, problems }: CategoryFieldsProps<'security'>) {
  return (
    <>
      <InputField
        name="sessionTimeout"
        label="Session Timeout (hours)"
        hint="A session without a call for so long ends; 'Remember me' makes it 30 days"
        inputMode="numeric"
        required
        value={draft.sessionTimeout}
        problem={problems.sessionTimeout}
        onChange={(sessionTimeout) => onChange({ sessionTimeout })}
      />
      <InputField
        name="maxLoginAttempts"
        label="Max Login Attempts"
        hint="So many wrong passwords lock an account for that address for 15 minutes"
        inputMode="numeric"
        required
        value={draft.maxLoginAttempts}
        problem={problems.maxLoginAttempts}
        onChange={(maxLoginAttempts) => onChange({ maxLoginAttempts })}
      />
      <SwitchField
        label="Enforce HTTPS"
        text="Redirects to HTTPS where the server stands behind a trusted proxy"
        isOn={draft.enforceHttps}
        onChange={(enforceHttps) => onChange({ enforceHttps })}
      />
    </>
  );
}
