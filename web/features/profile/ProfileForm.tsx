import { useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextField, TextInput } from '#web/forms/fields.tsx';
import { UnsavedGuard } from '#web/forms/UnsavedGuard.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { AgentFieldset } from './AgentFieldset.tsx';
import { AccountStatus } from './PersonalDetails.tsx';
import styles from './ProfileForm.module.css';
import { checkDraft, toChange, toDraft } from './profileDraft.ts';
import { useSaveProfile } from './queries.ts';

/** Everything that can be changed, in one form; what is typed stays until it is saved or given up. */
export function ProfileForm({ user, onDone }: { user: User; onDone(): void }) {
  const { mutateAsync } = useSaveProfile();
  const [values] = useState(() => toDraft(user));
  const form = useForm({
    values,
    check: checkDraft,
    send: async (typed) => {
      await mutateAsync(toChange(typed));
      showToast('Profile updated');
      onDone();
    },
    place: (path) => (path in values ? path : `agent.${path}`),
    failure: 'Your profile could not be saved. Please try again.',
  });
  const { control } = form;

  return (
    <Form form={form} className={styles.form}>
      <UnsavedGuard isDirty={form.isDirty} />
      <SectionCard title="Personal Information">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4">
          <TextField control={control} name="name" label="Name" autoComplete="name" maxLength={120} />
          <TextField
            control={control}
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            placeholder="+63 917 555 0123"
          />
          <TextInput label="Email" type="email" value={user.email} readOnly disabled onChange={() => {}} />
          <div className={`grid content-start justify-items-start gap-1.5 ${styles.status}`}>
            <span>Account Status</span>
            <AccountStatus status={user.status} />
          </div>
        </div>
      </SectionCard>
      {values.agent && (
        <SectionCard title="Agent Profile">
          <AgentFieldset control={control} />
        </SectionCard>
      )}
      <div className="sticky z-1 bottom-0 grid gap-3 mt-[calc(-1_*_var(--s-space-3))] py-3 bg-page">
        <FormBanner message={form.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
            {form.isSending ? 'Saving...' : 'Save Changes'}
          </Button>
          <Button variant="outlined" disabled={form.isSending} onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}
