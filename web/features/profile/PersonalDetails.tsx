import type { User } from '#shared/contracts/auth.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { Rows } from './Rows.tsx';

export function PersonalDetails({ user }: { user: User }) {
  return (
    <SectionCard title="Personal Information">
      <Rows
        rows={[
          { label: 'Name', value: user.name },
          { label: 'Email', value: user.email },
          { label: 'Phone', value: user.phone },
          { label: 'Account Status', value: <AccountStatus status={user.status} /> },
        ]}
      />
    </SectionCard>
  );
}

/** Specification, part 2 §2: anything but active is shown as disabled. */
export function AccountStatus({ status }: Pick<User, 'status'>) {
  return status === 'active' ? <Badge tone="success">Active</Badge> : <Badge tone="danger">Disabled</Badge>;
}
