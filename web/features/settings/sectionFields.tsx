import { useController } from 'react-hook-form';
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { useFormControl } from '#web/forms/Form.tsx';
import { PhoneField, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import { NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import {
  budgetOf,
  budgetOptions,
  budgetText,
  locationOptions,
  type SettingsDraft,
  searchTypeLabel,
  visibilityOptions,
} from './settingsDraft.ts';

const SWITCHES = '*:not-first:border-t *:not-first:border-line *:first:pt-0 *:last:pb-0';

export function ProfileFields({ email }: { email: string }) {
  return (
    <div className="grid grid-fit-[15rem] gap-4">
      <TextField name="profile.name" label={t('Name')} autoComplete="name" maxLength={MAX_NAME_LENGTH} />
      <NativeInput label={t('Email')} type="email" value={email} readOnly disabled onChange={() => {}} />
      <PhoneField name="profile.phone" />
      <TextField
        name="profile.location"
        label={t('Location')}
        maxLength={MAX_SHORT_TEXT_LENGTH}
        placeholder={t('Quezon City')}
      />
      <TextAreaField
        name="profile.bio"
        className="col-span-full"
        label={t('Bio')}
        maxLength={MAX_BIO_LENGTH}
        placeholder={t('What you are looking for, in a sentence or two')}
      />
    </div>
  );
}

/** Name and occasion of each kind of notice. */
export const noticeWords = {
  email: { label: msg('Email Notifications'), text: msg('Messages, answers and viewings, by email too.') },
  push: {
    label: msg('Push Notifications'),
    text: msg('Instant notifications while Silong is open, and on the devices below.'),
  },
  priceAlerts: { label: msg('Price Alerts'), text: msg('When a favorite changes price or is sold.') },
  newProperties: {
    label: msg('New Properties'),
    text: msg('When a new listing matches your saved Preferences.'),
  },
  messageNotifications: { label: msg('Message Notifications'), text: msg('When someone writes to you.') },
};
const noticeKinds = Object.keys(noticeWords) as (keyof typeof noticeWords)[];

export function NotificationFields() {
  return (
    <div className={SWITCHES}>
      {noticeKinds.map((kind) => (
        <SwitchField
          key={kind}
          name={`notifications.${kind}`}
          label={t(noticeWords[kind].label)}
          text={t(noticeWords[kind].text)}
        />
      ))}
    </div>
  );
}

export function PrivacyFields() {
  const control = useFormControl<SettingsDraft>();
  const { field } = useController({ control, name: 'privacy.profileVisibility' });
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{t('Profile Visibility')}</legend>
        {visibilityOptions.map(({ value, label, text }) => (
          <label key={value} className="radio-card">
            <input
              className="flex-none w-4.5 h-4.5 mt-1 mx-0 mb-0 outline-none"
              type="radio"
              name="profileVisibility"
              value={value}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
            />
            <span>
              <strong className="block font-semibold">{t(label)}</strong>
              <span className="block text-muted text-sm">{t(text)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={`${SWITCHES} mt-4 pt-4 border-t border-t-line`}>
        <SwitchField
          name="privacy.showEmail"
          label={t('Show Email')}
          text={t('Agents see your email address next to reviews you wrote about them.')}
        />
        <SwitchField
          name="privacy.showPhone"
          label={t('Show Phone')}
          text={t('Agents see your phone number next to reviews you wrote about them.')}
        />
      </div>
    </>
  );
}

export function PreferenceFields() {
  const control = useFormControl<SettingsDraft>();
  const { field: location } = useController({ control, name: 'search.defaultLocation' });
  const { field: budget } = useController({ control, name: 'search.maxBudget' });
  return (
    <>
      <div className="grid grid-fit-[15rem] gap-4">
        <SelectField
          name="search.defaultLocation"
          label={t('Default Location')}
          options={locationOptions(location.value)}
        />
        <SelectField
          name="search.defaultPropertyType"
          label={t('Default Property Type')}
          options={optionsOf(searchTypeLabel)}
        />
        <NativeSelect
          label={t('Maximum Budget')}
          value={budgetText(budget.value)}
          options={budgetOptions()}
          onChange={(text) => budget.onChange(budgetOf(text))}
        />
      </div>
      <div className={`${SWITCHES} mt-4 pt-4 border-t border-t-line`}>
        <SwitchField
          name="search.saveHistory"
          label={t('Save Browsing History')}
          text={t('Remembers the properties you open in this browser so you can find them again.')}
        />
      </div>
    </>
  );
}
