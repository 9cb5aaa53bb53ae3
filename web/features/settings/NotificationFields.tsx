import { SwitchField } from '#web/forms/SwitchField.tsx';
import type { SettingsDraft } from './settingsDraft.ts';
import styles from './switches.module.css';

type Notifications = SettingsDraft['notifications'];

const switches: { name: keyof Notifications; label: string; text: string }[] = [
  { name: 'email', label: 'Email Notifications', text: 'Messages, answers and viewings, also by email.' },
  { name: 'push', label: 'Push Notifications', text: 'A notice at once while Silong is open.' },
  { name: 'priceAlerts', label: 'Price Alerts', text: 'When a favorite changes its price or is sold.' },
  {
    name: 'newProperties',
    label: 'New Properties',
    text: 'When a listing is published that fits what you saved under Preferences.',
  },
  { name: 'messageNotifications', label: 'Message Notifications', text: 'When somebody writes to you.' },
];

interface NotificationFieldsProps {
  draft: Notifications;
  onChange(draft: Notifications): void;
}

export function NotificationFields({ draft, onChange }: NotificationFieldsProps) {
  return (
    <div className={styles.switches}>
      {switches.map(({ name, label, text }) => (
        <SwitchField
          key={name}
          label={label}
          text={text}
          isOn={draft[name]}
          onChange={(isOn) => onChange({ ...draft, [name]: isOn })}
        />
      ))}
    </div>
  );
}
