import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Hourglass, ShieldX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { applicantQuery } from '../queries.ts';
import styles from './Application.module.css';
import { ApplicationForm } from './ApplicationForm.tsx';

interface ApplicationDialogProps {
  user: User;
  onClose(): void;
}

type Standing = 'none' | 'pending' | 'rejected' | 'agent' | 'admin';

function standingOf({ role, agent }: User): Standing {
  if (role === 'admin') return 'admin';
  if (role === 'agent' && agent?.application_status === 'approved') return 'agent';
  // Somebody who is no agent any more may apply anew, like somebody who never was.
  return agent && agent.application_status !== 'approved' ? agent.application_status : 'none';
}

export function ApplicationDialog({ user, onClose }: ApplicationDialogProps) {
  const { replaceUser } = useSession();
  const queryClient = useQueryClient();
  const { data } = useQuery(applicantQuery(user.id));
  const [isApplyingAgain, setIsApplyingAgain] = useState(false);
  const applicant = data ?? user;
  const standing = standingOf(applicant);

  useEffect(() => {
    if (data) replaceUser(data);
  }, [data, replaceUser]);

  const keep = (agent: User['agent'], phone: string | null) => {
    setIsApplyingAgain(false);
    queryClient.setQueryData(applicantQuery(user.id).queryKey, {
      ...applicant,
      agent,
      phone: phone ?? applicant.phone,
    });
  };

  const isForm = standing === 'none' || isApplyingAgain;
  return (
    <Dialog title="Work with our team" size="wide" isBackdropInert={isForm} onClose={onClose}>
      {isForm && <ApplicationForm user={applicant} onSent={keep} onCancel={onClose} />}
      {standing === 'pending' && (
        <ApplicationNote
          icon={<Hourglass size={30} aria-hidden="true" />}
          title="Your application is waiting for a decision"
          text={`We check license ${applicant.agent?.license_number ?? ''} before we decide. You will find the answer in your notifications.`}
          action={
            <Button variant="outlined" onClick={onClose}>
              Close
            </Button>
          }
        />
      )}
      {standing === 'rejected' && !isApplyingAgain && (
        <ApplicationNote
          icon={<ShieldX size={30} aria-hidden="true" />}
          title="Your last application was not approved"
          text="Check the license number and what you told us about your work, then apply again."
          action={<Button onClick={() => setIsApplyingAgain(true)}>Apply Again</Button>}
        />
      )}
      {standing === 'agent' && (
        <ApplicationNote
          icon={<BadgeCheck size={30} aria-hidden="true" />}
          title="You are part of the team"
          text="Your application was approved. Clients find you in this directory."
          action={<ButtonLink to={`/agents/${user.id}`}>See Your Profile</ButtonLink>}
        />
      )}
      {standing === 'admin' && (
        <ApplicationNote
          icon={<BadgeCheck size={30} aria-hidden="true" />}
          title="Administrators cannot apply"
          text="Applications of others are decided in the admin dashboard."
          action={
            <Button variant="outlined" onClick={onClose}>
              Close
            </Button>
          }
        />
      )}
    </Dialog>
  );
}

interface ApplicationNoteProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}

function ApplicationNote({ icon, title, text, action }: ApplicationNoteProps) {
  return (
    <div className={`grid justify-items-center gap-2 py-6 px-3 text-center ${styles.note}`} role="status">
      <span className="grid place-items-center w-16 h-16 mb-2 rounded-full bg-primary-soft text-primary">
        {icon}
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="mt-3">{action}</div>
    </div>
  );
}
