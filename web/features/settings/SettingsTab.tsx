import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#shared/contracts/auth.ts';
import type { SettingsPage } from '#shared/contracts/settings.ts';
import { SaveRow } from '#web/forms/SaveRow.tsx';
import { SwitchField } from '#web/forms/SwitchField.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import account from '#web/ui/AccountPage.module.css';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { settingsQuery, useSaveSettings } from './personalSettings.ts';
import styles from './SettingsTab.module.css';

export function SettingsTab({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(settingsQuery(user.id));
  return (
    <div className={styles.tab}>
      <SectionCard title="Account">
        <div className={account.fields}>
          <TextField label="Name" value={user.name} readOnly disabled onChange={() => {}} />
          <TextField label="Email" value={user.email} readOnly disabled onChange={() => {}} />
        </div>
        <p className={styles.text}>
          Your name, phone and photo are changed in your <Link to="/profile">profile</Link>.
        </p>
      </SectionCard>
      <SectionCard title="Notifications">
        {data ? (
          <NotificationBoxes saved={data.notifications} />
        ) : error ? (
          <ErrorState
            headingLevel={3}
            message={failureSentence(error, 'Your settings could not be loaded.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height="11.5rem" />
        )}
      </SectionCard>
      <p className={styles.text}>
        Privacy, search preferences and more are in your <Link to="/settings">settings</Link>.
      </p>
    </div>
  );
}

type Boxes = Pick<SettingsPage['notifications'], 'email' | 'priceAlerts'>;

function NotificationBoxes({ saved }: { saved: Boxes }) {
  const [edits, setEdits] = useState<Partial<Boxes>>({});
  const { mutate, isPending, isSuccess, error, submittedAt } = useSaveSettings();
  const shown = { email: saved.email, priceAlerts: saved.priceAlerts, ...edits };
  const isDirty = shown.email !== saved.email || shown.priceAlerts !== saved.priceAlerts;

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty && !isPending) mutate({ notifications: edits }, { onSuccess: () => setEdits({}) });
  };

  return (
    <form onSubmit={save}>
      <div className={styles.boxes}>
        <SwitchField
          label="Email Notifications"
          text="Messages, answers and viewings, also by email."
          isOn={shown.email}
          onChange={(email) => setEdits({ ...edits, email })}
        />
        <SwitchField
          label="Price Alerts"
          text="When a favorite changes its price or is sold."
          isOn={shown.priceAlerts}
          onChange={(priceAlerts) => setEdits({ ...edits, priceAlerts })}
        />
      </div>
      <SaveRow
        isDirty={isDirty}
        isSaving={isPending}
        savedAt={isSuccess ? submittedAt : null}
        error={error && failureSentence(error, 'Your settings could not be saved. Please try again.')}
      />
    </form>
  );
}
