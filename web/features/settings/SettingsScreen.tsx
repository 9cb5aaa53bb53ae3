import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page, PageHeader } from '#web/ui/Page.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { settingsQuery } from './personalSettings.ts';
import { SettingsForm } from './SettingsForm.tsx';

export function SettingsScreen() {
  const { user } = useSession();
  useTitle('Settings');
  return (
    <Page isNarrow>
      {user ? (
        <Settings key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in to access your settings." />
      )}
    </Page>
  );
}

function Settings({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(settingsQuery(user.id));
  return (
    <>
      <PageHeader
        title="Settings"
        text="How Silong reaches you, what others see, and where your searches begin."
      />
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
