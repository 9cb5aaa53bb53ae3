import { TextAreaField } from '#web/forms/TextAreaField.tsx';
import account from '#web/ui/AccountPage.module.css';
import { TextField } from '#web/ui/TextField.tsx';
import type { SettingsDraft } from './settingsDraft.ts';

interface ProfileFieldsProps {
  email: string;
  draft: SettingsDraft['profile'];
  onChange(draft: SettingsDraft['profile']): void;
}

export function ProfileFields({ email, draft, onChange }: ProfileFieldsProps) {
  const field = (name: keyof SettingsDraft['profile']) => ({
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
  });
  return (
    <div className={account.fields}>
      <TextField label="Name" autoComplete="name" maxLength={120} {...field('name')} />
      <TextField label="Email" type="email" value={email} readOnly disabled onChange={() => {}} />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        placeholder="+63 917 555 0123"
        {...field('phone')}
      />
      <TextField label="Location" maxLength={120} placeholder="Quezon City" {...field('location')} />
      <TextAreaField
        className={account.whole}
        label="Bio"
        maxLength={4_000}
        placeholder="What you are looking for, in a sentence or two"
        {...field('bio')}
      />
    </div>
  );
}
