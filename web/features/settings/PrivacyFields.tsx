import { SwitchField } from '#web/forms/SwitchField.tsx';
import { visibilityOptions } from './options.ts';
import styles from './PrivacyFields.module.css';
import type { SettingsDraft } from './settingsDraft.ts';
import switches from './switches.module.css';

type Privacy = SettingsDraft['privacy'];

interface PrivacyFieldsProps {
  draft: Privacy;
  onChange(draft: Privacy): void;
}

export function PrivacyFields({ draft, onChange }: PrivacyFieldsProps) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Profile Visibility</legend>
        {visibilityOptions.map(({ value, label, text }) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              name="profileVisibility"
              value={value}
              checked={draft.profileVisibility === value}
              onChange={() => onChange({ ...draft, profileVisibility: value })}
            />
            <span>
              <strong>{label}</strong>
              <span>{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={`${switches.switches} ${switches.after}`}>
        <SwitchField
          label="Show Email"
          text="Agents see your email address beside the reviews you wrote about them."
          isOn={draft.showEmail}
          onChange={(showEmail) => onChange({ ...draft, showEmail })}
        />
        <SwitchField
          label="Show Phone"
          text="Agents see your phone number beside the reviews you wrote about them."
          isOn={draft.showPhone}
          onChange={(showPhone) => onChange({ ...draft, showPhone })}
        />
      </div>
    </>
  );
}
