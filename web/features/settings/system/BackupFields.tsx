import { InputField } from '#web/forms/FormField.tsx';
import { SwitchField } from '#web/forms/SwitchField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { CategoryFieldsProps } from './fieldProps.ts';

const frequencies = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;

export function BackupFields({ draft, onChange, problems }: CategoryFieldsProps<'backup'>) {
  return (
    <>
      <SwitchField
        label="Auto Backup"
        text="The server makes a backup by itself"
        isOn={draft.autoBackup}
        onChange={(autoBackup) => onChange({ autoBackup })}
      />
      <SelectField
        label="Backup Frequency"
        value={draft.backupFrequency}
        options={frequencies}
        onChange={(backupFrequency) => onChange({ backupFrequency })}
      />
      <InputField
        name="keep"
        label="Backups to Keep"
        hint="A new backup beyond them takes the place of the oldest"
        inputMode="numeric"
        required
        value={draft.keep}
        problem={problems.keep}
        onChange={(keep) => onChange({ keep })}
      />
    </>
  );
}
