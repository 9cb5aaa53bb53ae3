import { useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { useParams } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { readDay } from './calendar/calendarDays.ts';
import { useViewingsOn, useViewingUpdates } from './queries.ts';
import { RouteSheet } from './RouteSheet.tsx';
import type { Stop } from './route.ts';
import { isStop, routeTitle } from './viewingWords.ts';

export function RouteScreen() {
  const day = readDay(useParams().day ?? null);
  const { user } = useSession();
  const title = day ? routeTitle(day) : t('Route');
  useTitle(title);
  return (
    <Page>
      {!user ? (
        <SignedOut title={t('Access Denied')} text={t('Please log in to see your viewings.')} />
      ) : day ? (
        <RouteOf user={user} day={day} title={title} />
      ) : (
        <NoRoute user={user} />
      )}
    </Page>
  );
}

const NoRoute = ({ user }: { user: User }) => (
  <EmptyState
    headingLevel={1}
    icon={<Route size={28} />}
    title={t('No route for this day')}
    text={t('A route needs two or more viewings on one day.')}
    action={
      <ButtonLink to={user.role === 'agent' ? '/agent-dashboard?tab=viewings' : '/dashboard?tab=viewings'}>
        {t('See My Viewings')}
      </ButtonLink>
    }
  />
);

function RouteOf({ user, day, title }: { user: User; day: string; title: string }) {
  useViewingUpdates();
  const query = useViewingsOn([day]);
  const visits = (query.data ?? []).filter((viewing) => isStop(viewing, day));
  const places = useQuery(propertiesByIdsQuery(visits.flatMap(({ property }) => property.id ?? [])));
  const failed = (message: string, { refetch }: { refetch(): unknown }) => (
    <ErrorState headingLevel={1} message={message} onRetry={() => void refetch()} />
  );
  if (query.error && !query.data) {
    const isRefused = query.error instanceof ApiFailure;
    return failed(isRefused ? t('Failed to load viewings') : t('Error loading viewings'), query);
  }
  if (!query.data) return <PageSpinner label={t('Loading your viewings…')} />;
  if (visits.length < 2) return <NoRoute user={user} />;
  if (places.isPending) return <PageSpinner label={t('Loading properties...')} />;
  if (!places.data) return failed(t('Failed to load properties'), places);
  const stops: Stop[] = [];
  const unplaced: { id: number; title: string }[] = [];
  for (const { id, property, agent, user: visitor, starts_at, ends_at } of visits) {
    const coordinates = places.data.find((place) => place.id === property.id)?.location.coordinates;
    const { id: propertyId, title: name, address } = property;
    const time = { starts_at, ends_at };
    const person = visitor.id === user.id ? agent.name : visitor.name;
    if (coordinates && propertyId !== null)
      stops.push({ id, propertyId, title: name, address, ...coordinates, time, person });
    else unplaced.push({ id, title: name });
  }
  return (
    <RouteSheet
      title={title}
      text={t('Your viewings on this day, in order of time.')}
      stops={stops}
      unplaced={unplaced}
    />
  );
}
