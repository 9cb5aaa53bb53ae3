import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import account from '#web/ui/AccountPage.module.css';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { settingsQuery } from './personalSettings.ts';
import { SettingsForm } from './SettingsForm.tsx';

export function SettingsScreen() {
  const { user } = useSession();
  useTitle('Settings');
  return (
    <div className={`${account.page} ${account.narrow}`}>
      {user ? (
        <Settings key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in to access your settings." />
      )}
    </div>
  );
}

function Settings({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(settingsQuery(user.id));
  return (
    <>
      <header className={account.header}>
        <h1>Settings</h1>
        <p>How Silong reaches you, what others see, and where your searches begin.</p>
      </header>
      {data ? (
        <SettingsForm page={data} />
      ) : error ? (
        <ErrorState
          message={failureSentence(error, 'Your settings could not be loaded.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status">
          <span className="visuallyHidden">Loading your settings…</span>
          <Skeleton height="3rem" />
          <br />
          <Skeleton height="24rem" />
        </div>
      )}
    </>
  );
}
