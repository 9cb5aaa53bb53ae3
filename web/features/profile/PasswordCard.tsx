import { type FormEvent, useState } from 'react';
import { PasswordField } from '#web/forms/PasswordField.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import account from '#web/ui/AccountPage.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { showToast } from '#web/ui/showToast.ts';
import styles from './PasswordCard.module.css';
import { checkPasswords, type PasswordDraft } from './passwordCheck.ts';
import { useChangePassword } from './queries.ts';

const empty: PasswordDraft = { current: '', next: '', confirmation: '' };

export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SectionCard
      title="Password"
      text={
        isOpen ? 'Changing it logs you out on all your other devices.' : 'Use one that you use nowhere else.'
      }
      action={
        !isOpen && (
          <Button variant="outlined" onClick={() => setIsOpen(true)}>
            Change Password
          </Button>
        )
      }
    >
      {isOpen && <PasswordForm email={email} onDone={() => setIsOpen(false)} />}
    </SectionCard>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone(): void }) {
  const [draft, setDraft] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, error } = useChangePassword();

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = checkPasswords(draft);
    setProblem(found);
    if (found) return;
    mutate(
      { currentPassword: draft.current, newPassword: draft.next },
      {
        onSuccess: () => {
          showToast('Password changed');
          onDone();
        },
      },
    );
  };

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        value={draft.current}
        onChange={(current) => setDraft({ ...draft, current })}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        placeholder="Minimum 6 characters"
        value={draft.next}
        onChange={(next) => setDraft({ ...draft, next })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        placeholder="The same password again"
        value={draft.confirmation}
        onChange={(confirmation) => setDraft({ ...draft, confirmation })}
      />
      <Notice kind="error">
        {problem ??
          (error && failureSentence(error, 'Your password could not be changed. Please try again.'))}
      </Notice>
      <div className={account.actions}>
        <Button type="submit" disabled={isPending} aria-busy={isPending}>
          {isPending ? 'Saving...' : 'Change Password'}
        </Button>
        <Button variant="outlined" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
