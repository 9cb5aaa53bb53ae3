import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { roleLabel } from '#shared/labels.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/Dialog.tsx';
import { AuditLink } from '#web/ui/details/AuditLink.tsx';
import { DetailGroup } from '#web/ui/details/DetailGroup.tsx';
import { PersonHeading } from '#web/ui/details/PersonHeading.tsx';
import { StatusButtons } from '#web/ui/list/StatusButtons.tsx';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { roleTone, settableUserStatuses, userStatusLabel, userStatusTone } from './statusLabels.ts';
import type { UserDialog } from './userDialog.ts';

interface UserDetailsDialogProps {
  user: AdminUser;
  failure: string | null;
  onDialog(dialog: UserDialog): void;
  onStatus(user: AdminUser, status: UserStatus): void;
  onClose(): void;
}

export function UserDetailsDialog({ user, failure, onDialog, onStatus, onClose }: UserDetailsDialogProps) {
  return (
    <Dialog title="User Details" size="wide" onClose={onClose}>
      <DialogBody>
        <PersonHeading
          name={user.name}
          avatarUrl={user.avatar_url}
          badges={[
            { tone: roleTone[user.role], words: roleLabel[user.role] },
            { tone: userStatusTone[user.status], words: userStatusLabel[user.status] },
          ]}
        />
        <FailureBanner message={failure} />
        <DetailGroup
          title="Contact"
          details={[
            [
              'Email',
              <a key="email" href={`mailto:${user.email}`}>
                {user.email}
              </a>,
            ],
            [
              'Phone',
              user.phone ? (
                <a key="phone" href={`tel:${user.phone}`}>
                  {user.phone}
                </a>
              ) : (
                'Not given'
              ),
            ],
          ]}
        />
        <DetailGroup
          title="Account"
          details={[
            ['User ID', user.id],
            ['Created', shortMoment(user.created_at)],
            ['Last Updated', shortMoment(user.updated_at)],
          ]}
        />
        {user.application_status && (
          <DetailGroup
            title="Agent"
            details={[
              ['Application', applicationWords[user.application_status]],
              ['Specialization', user.specialization],
              ['Experience', user.experience],
              ['Service Area', user.location],
              ['License Number', user.license_number],
            ]}
            text={user.bio}
          />
        )}
        <StatusButtons
          title="Status"
          value={user.status}
          choices={settableUserStatuses}
          labels={userStatusLabel}
          onChange={(status) => onStatus(user, status)}
        />
        <AuditLink entityType="user" entityId={user.id} />
        <DialogFooter>
          {user.role !== 'admin' && (
            <Button variant="outlined" isDangerous onClick={() => onDialog({ kind: 'delete', user })}>
              <Trash2 size={18} aria-hidden="true" />
              Delete
            </Button>
          )}
          <Button variant="outlined" onClick={() => onDialog({ kind: 'password', user })}>
            <KeyRound size={18} aria-hidden="true" />
            Change Password
          </Button>
          <Button onClick={() => onDialog({ kind: 'edit', user })}>
            <Pencil size={18} aria-hidden="true" />
            Edit
          </Button>
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}

const applicationWords = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;
