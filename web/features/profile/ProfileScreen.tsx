import { useQuery } from '@tanstack/react-query';
import { Camera, Eye, Heart, type LucideIcon, MessageSquareText, Pencil, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { PasskeysCard, SessionsCard, TwoStepCard } from '#web/features/accountSecurity/index.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { useFavoriteIds } from '#web/features/favorites/index.ts';
import { useBrowsingHistory } from '#web/features/history/index.ts';
import { PropertyRow, propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { formatDay, relativeTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { AvatarDialog } from './AvatarDialog.tsx';
import { ContactCard, PasswordCard } from './ContactCard.tsx';
import { AgentDetails, PersonalDetails, ProfileForm } from './ProfileForm.tsx';
import { activityQuery } from './profileDraft.ts';

export function ProfileScreen() {
  const { user } = useSession();
  useTitle(t('Profile'));
  return (
    <Page>
      {user ? (
        <Profile key={user.id} user={user} />
      ) : (
        <SignedOut
          title={t('Login Required')}
          text={t('Your session has ended. Log in again to see your profile.')}
        />
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
          <ContactCard user={user} />
          <div id="security" className="grid grid-cols-1 gap-6 scroll-mt-24">
            <PasswordCard email={user.email} />
            <PasskeysCard isConfirmed={user.email_verified} />
            <TwoStepCard isConfirmed={user.email_verified} />
            <SessionsCard />
          </div>
        </div>
        <aside className="grid grid-cols-1 content-start gap-6 min-w-0" aria-label={t('Your activity')}>
          <ActivityStats />
          <RecentViews />
        </aside>
      </div>
    </>
  );
}

const AVATAR_SIZE = 112;

interface ProfileHeaderProps {
  user: User;
  isEditing: boolean;
  onToggleEdit(): void;
}

function ProfileHeader({ user, isEditing, onToggleEdit }: ProfileHeaderProps) {
  const [isPhotoOpen, setIsPhotoOpen] = useState(false);
  const Icon = isEditing ? X : Pencil;
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 mb-6 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-6 md:mb-8">
      <button
        type="button"
        className="relative rounded-full group"
        aria-label={user.avatar_url ? t('Change profile photo') : t('Add a profile photo')}
        onClick={() => setIsPhotoOpen(true)}
      >
        <Avatar
          className="block w-[clamp(5.5rem,4rem_+_6vw,7rem)] h-[clamp(5.5rem,4rem_+_6vw,7rem)]"
          src={user.avatar_url}
          size={AVATAR_SIZE}
        />
        <span className="absolute -right-0.5 -bottom-0.5 disc size-9.5 border-3 border-page bg-primary group-hover:bg-primary-hover">
          <Camera className="text-on-primary" size={18} />
        </span>
      </button>
      <div>
        <h1 dir="auto" className="wrap-anywhere">
          {user.name}
        </h1>
        <p className="flex flex-wrap gap-x-3 mt-1 text-muted max-md:grid max-md:text-md">
          <strong className="text-ink font-semibold">
            {t('{role, select, agent {Agent Account} admin {Admin Account} other {User Account}}', {
              role: user.role,
            })}
          </strong>
          <span>{t('Member since {day}', { day: formatDay(user.created_at) })}</span>
        </p>
      </div>
      <Button
        variant={isEditing ? 'outlined' : 'primary'}
        className="max-md:col-span-full"
        aria-pressed={isEditing}
        onClick={onToggleEdit}
      >
        <Icon size={17} />
        {isEditing ? t('Cancel Edit') : t('Edit Profile')}
      </Button>
      {isPhotoOpen && <AvatarDialog user={user} onClose={() => setIsPhotoOpen(false)} />}
    </header>
  );
}

function ActivityStats() {
  const history = useBrowsingHistory();
  const favoriteIds = useFavoriteIds();
  const { data, isPending } = useQuery(activityQuery);
  return (
    <SectionCard title={t('Activity')}>
      <ul className="grid grid-cols-3 gap-2">
        <Stat Icon={Eye} label={t('View History')} to="/dashboard?tab=viewed" value={history.length} />
        <Stat Icon={Heart} label={t('Favorites')} to="/favorites" value={favoriteIds?.length ?? '–'} />
        <Stat
          Icon={MessageSquareText}
          label={t('Inquiries')}
          to="/dashboard?tab=messages"
          value={data ? data.inquiries : isPending ? <Skeleton width="1.5rem" height="1.75rem" /> : '–'}
        />
      </ul>
    </SectionCard>
  );
}

function Stat({ Icon, label, value, to }: { Icon: LucideIcon; label: string; value: ReactNode; to: string }) {
  return (
    <li>
      <Link
        className="grid justify-items-center gap-1 h-full py-4 px-1 rounded-md bg-sunken no-underline transition hover:bg-primary-soft"
        to={to}
      >
        <Icon size={20} strokeWidth={1.9} />
        <strong className="text-ink text-xl tabular-nums leading-[1.75rem]">{value}</strong>
        <span className="text-muted text-sm leading-[1.3] text-center">{label}</span>
      </Link>
    </li>
  );
}

const SHOWN = 5;

/** Listings in this browser's history that are still public. */
function RecentViews() {
  const recent = useBrowsingHistory().slice(0, SHOWN);
  const { data, isPending, isError } = useQuery(propertiesByIdsQuery(recent.map(({ propertyId }) => propertyId)));
  const now = new Date();
  const isEmpty = recent.length === 0 || data?.length === 0;
  return (
    <SectionCard
      title={t('Recent Views')}
      action={
        recent.length > 0 && (
          <ButtonLink to="/dashboard?tab=viewed" variant="plain" className="-my-2 -mr-3">
            {t('View All')}
          </ButtonLink>
        )
      }
    >
      {isEmpty ? (
        <p className="text-muted">
          {t('Properties you open appear here.')} <Link to="/properties">{t('Browse properties')}</Link>
        </p>
      ) : isError && !data ? (
        <p className="text-muted">{t('Your recent views could not be loaded.')}</p>
      ) : (
        <ul className="mt-0 -mx-2 -mb-2">
          {isPending &&
            recent.map(({ propertyId }) => (
              <li key={propertyId} className="p-2">
                <Skeleton height="4.875rem" />
              </li>
            ))}
          {recent.flatMap(({ propertyId, viewedAt }) => {
            const property = data?.find(({ id }) => id === propertyId);
            return property ? (
              <li key={propertyId}>
                <PropertyRow property={property} note={relativeTime(viewedAt, now)} />
              </li>
            ) : (
              []
            );
          })}
        </ul>
      )}
    </SectionCard>
  );
}
