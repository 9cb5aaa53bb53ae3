import { type FormEvent, useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { UnsavedGuard } from '#web/forms/UnsavedGuard.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import account from '#web/ui/AccountPage.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { AgentFieldset } from './AgentFieldset.tsx';
import { AccountStatus } from './PersonalDetails.tsx';
import styles from './ProfileForm.module.css';
import { checkDraft, toChange, toDraft } from './profileDraft.ts';
import { useSaveProfile } from './queries.ts';

/** Everything that can be changed, in one form; what is typed stays until it is saved or given up. */
export function ProfileForm({ user, onDone }: { user: User; onDone(): void }) {
  const [first] = useState(() => toDraft(user));
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, error } = useSaveProfile();

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = checkDraft(draft);
    setProblem(found);
    if (found) return;
    mutate(toChange(draft), {
      onSuccess: () => {
        showToast('Profile updated');
        onDone();
      },
    });
  };

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <UnsavedGuard isDirty={draft !== first} />
      <SectionCard title="Personal Information">
        <div className={account.fields}>
          <TextField
            label="Name"
            autoComplete="name"
            maxLength={120}
            value={draft.name}
            onChange={(name) => setDraft({ ...draft, name })}
          />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            placeholder="+63 917 555 0123"
            value={draft.phone}
            onChange={(phone) => setDraft({ ...draft, phone })}
          />
          <TextField label="Email" type="email" value={user.email} readOnly disabled onChange={() => {}} />
          <div className={styles.status}>
            <span>Account Status</span>
            <AccountStatus status={user.status} />
          </div>
        </div>
      </SectionCard>
      {draft.agent && (
        <SectionCard title="Agent Profile">
          <AgentFieldset draft={draft.agent} onChange={(agent) => setDraft({ ...draft, agent })} />
        </SectionCard>
      )}
      <div className={styles.foot}>
        <Notice kind="error">
          {problem ?? (error && failureSentence(error, 'Your profile could not be saved. Please try again.'))}
        </Notice>
        <div className={account.actions}>
          <Button type="submit" disabled={isPending} aria-busy={isPending}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
          <Button variant="outlined" disabled={isPending} onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
