import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/contracts/auth.ts';
import type { SettingsPage } from '#shared/contracts/settings.ts';
import { Form, SaveRow } from '#web/forms/Form.tsx';
import { SwitchField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { settingsQuery, useSaveSettings } from './personalSettings.ts';
import { noticeWords } from './sectionFields.tsx';

export function SettingsTab({ user }: { user: User }) {
  const query = useQuery(settingsQuery);
  return (
    <div className="grid grid-cols-1 gap-6 max-w-192">
      <SectionCard title={t('Account')}>
        <div className="grid grid-fit-[15rem] gap-4">
          <NativeInput label={t('Name')} value={user.name} readOnly disabled onChange={() => {}} />
          <NativeInput label={t('Email')} value={user.email} readOnly disabled onChange={() => {}} />
        </div>
        <p className="mt-4 text-muted text-md">
          <Trans
            id="Change your name, phone and photo in your <link>profile</link>."
            components={{ link: <Link to="/profile" /> }}
          />
        </p>
      </SectionCard>
      <SectionCard title={t('Notifications')}>
        <PartState
          query={query}
          headingLevel={3}
          loadingText={t('Loading your settings…')}
          skeleton={<Skeleton height="11.5rem" />}
          failure={(error) => failureSentence(error, t('Your settings could not be loaded.'))}
        >
          {({ notifications }) => <NotificationBoxes saved={notifications} />}
        </PartState>
      </SectionCard>
      <p className="mt-4 text-muted text-md">
        <Trans
          id="Privacy, search preferences and more are in your <link>settings</link>."
          components={{ link: <Link to="/settings" /> }}
        />
      </p>
    </div>
  );
}

type Boxes = Pick<SettingsPage['notifications'], 'email' | 'priceAlerts'>;

function NotificationBoxes({ saved }: { saved: Boxes }) {
  const { mutateAsync, isSuccess, submittedAt } = useSaveSettings();
  const form = useForm<Boxes>({
    values: { email: saved.email, priceAlerts: saved.priceAlerts },
    send: async (typed) => {
      const { notifications } = await mutateAsync({ notifications: typed });
      return { email: notifications.email, priceAlerts: notifications.priceAlerts };
    },
    failure: t('Your settings could not be saved. Please try again.'),
    isLocking: false,
  });
  return (
    <Form form={form} className="">
      <div className="*:not-first:border-t *:not-first:border-t-line">
        {(['email', 'priceAlerts'] as const).map((kind) => (
          <SwitchField
            key={kind}
            name={kind}
            label={t(noticeWords[kind].label)}
            text={t(noticeWords[kind].text)}
          />
        ))}
      </div>
      <SaveRow
        isDirty={form.isDirty}
        isSaving={form.isSending}
        savedAt={isSuccess ? submittedAt : null}
        error={form.error}
      />
    </Form>
  );
}
