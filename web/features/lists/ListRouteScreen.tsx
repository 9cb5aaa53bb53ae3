import { useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { useMemo } from 'react';
import type { SharedList } from '#shared/contracts/lists.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import {
  daysWithRoute,
  isUpcoming,
  RouteLinks,
  RouteSheet,
  type Stop,
  suggestOrder,
  viewingsQuery,
} from '#web/features/viewings/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useParams } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { listQuery, useListUpdates } from './queries.ts';

/** In which order the homes of a list for which no viewing is agreed on could be seen. */
export function ListRouteScreen() {
  const { user } = useSession();
  const id = Number(useParams().id) || 0;
  useTitle(t('Suggested route'));
  return (
    <Page>
      {user ? (
        <ListRoute key={id} id={id} />
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in to see this list.')} />
      )}
    </Page>
  );
}

function ListRoute({ id }: { id: number }) {
  const query = useQuery(listQuery(id));
  const viewings = useQuery(viewingsQuery);
  useListUpdates(id);
  return (
    <PartState
      query={viewings.data ? query : { ...viewings, data: undefined }}
      headingLevel={1}
      loadingText={t('Loading the list…')}
      skeleton={<Skeleton height="16rem" />}
      failure={(error) => failureSentence(error, t('The list could not be loaded.'))}
    >
      {() => query.data && viewings.data && <Suggested list={query.data} planned={viewings.data} />}
    </PartState>
  );
}

function Suggested({ list, planned }: { list: SharedList; planned: readonly Viewing[] }) {
  const now = useNow();
  const agreed = planned
    .filter(({ status }) => status !== 'declined' && status !== 'cancelled')
    .filter((viewing) => isUpcoming(viewing, now))
    .flatMap(({ property }) => property.id ?? []);
  // The order is computed anew only where that is different, not with each minute.
  const agreedIds = [...new Set(agreed)].sort((one, other) => one - other).join();
  const { stops, unplaced } = useMemo(() => {
    const isAgreed = new Set(agreedIds.split(',').map(Number));
    const homes = list.items.flatMap(({ property }) =>
      property?.status === 'available' && !isAgreed.has(property.id) ? [property] : [],
    );
    const placed = homes.flatMap(({ id, title, location }): Stop[] => {
      const { coordinates, address } = location;
      return coordinates ? [{ id, propertyId: id, title, address, ...coordinates }] : [];
    });
    const known = new Set(placed.map(({ id }) => id));
    return { stops: suggestOrder(placed), unplaced: homes.filter(({ id }) => !known.has(id)) };
  }, [list, agreedIds]);
  if (stops.length < 2) {
    // The days on which homes of this list are seen have a route of their own.
    const ofList = new Set(list.items.flatMap(({ property }) => (property ? [property.id] : [])));
    const dayOf = ({ starts_at }: Viewing) => manilaDay(new Date(starts_at));
    const days = new Set(planned.filter(({ property: { id } }) => id !== null && ofList.has(id)).map(dayOf));
    const onThoseDays = planned.filter((viewing) => days.has(dayOf(viewing)));
    const hasRoute = daysWithRoute(onThoseDays, now).length > 0;
    return (
      <EmptyState
        headingLevel={1}
        icon={<Route size={28} />}
        title={t('No route to suggest')}
        text={
          hasRoute
            ? t('Homes in this list already have viewings. See the route for that day.')
            : t('You need at least two homes on the map without a viewing.')
        }
        action={
          <>
            <RouteLinks viewings={onThoseDays} now={now} />
            <ButtonLink variant={hasRoute ? 'plain' : 'primary'} to={`/lists/${list.id}`}>
              {t('Back to the List')}
            </ButtonLink>
          </>
        }
      />
    );
  }
  return (
    <RouteSheet
      title={t('Suggested route: {name}', { name: list.name })}
      text={t('A short route past the homes without a viewing yet. Request viewings in this order.')}
      stops={stops}
      unplaced={unplaced}
    />
  );
}
