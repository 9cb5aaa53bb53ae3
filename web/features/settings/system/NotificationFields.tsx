import { SwitchField } from '#web/forms/SwitchField.tsx';
import type { CategoryFieldsProps } from './fieldProps.ts';

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
] as const;

export function NotificationFields({
  draft,
  onChange,
}: Omit<CategoryFieldsProps<'notifications'>, 'problems'>) {
  return switches.map(({ name, label, text }) => (
    <SwitchField
      key={name}
      label={label}
      text={text}
      isOn={draft[name]}
      onChange={(isOn) => onChange({ [name]: isOn })}
    />
  ));
}
