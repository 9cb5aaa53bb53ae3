import { useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { ActivityStats } from './ActivityStats.tsx';
import { AgentDetails } from './AgentDetails.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PersonalDetails } from './PersonalDetails.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { RecentViews } from './RecentViews.tsx';

export function ProfileScreen() {
  const { user } = useSession();
  useTitle('Profile');
  return (
    <Page>
      {user ? (
        <Profile key={user.id} user={user} />
      ) : (
        <SignedOut title="Login Required" text="Your session has ended. Log in again to see your profile." />
      )}
    </Page>
  );
}

function Profile({ user }: { user: User }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <ProfileHeader user={user} isEditing={isEditing} onToggleEdit={() => setIsEditing(!isEditing)} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="grid grid-cols-1 content-start gap-6 min-w-0">
          {isEditing ? (
            <ProfileForm user={user} onDone={() => setIsEditing(false)} />
          ) : (
            <>
              <PersonalDetails user={user} />
              {user.agent && <AgentDetails user={user} agent={user.agent} />}
            </>
          )}
          <PasswordCard email={user.email} />
          <SectionCard
            title="Settings"
            text="Notifications, privacy and where your searches begin."
            action={
              <ButtonLink to="/settings" variant="outlined">
                Open Settings
              </ButtonLink>
            }
          />
        </div>
        <aside className="grid grid-cols-1 content-start gap-6 min-w-0" aria-label="Your activity">
          <ActivityStats userId={user.id} />
          <RecentViews />
        </aside>
      </div>
    </>
  );
}
