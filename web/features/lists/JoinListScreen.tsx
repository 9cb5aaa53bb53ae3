import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { GlimpsedHome } from '#shared/contracts/lists.ts';
import { useActAfterLogin, useSession } from '#web/features/auth/index.ts';
import { PropertyFacts, PropertyPrice } from '#web/features/properties/index.ts';
import { FormBanner } from '#web/forms/Form.tsx';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate, useParams } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { invitationQuery, useListChange } from './queries.ts';

/** The page of an invitation: shows the owner and the list before anything happens. */
export function JoinListScreen() {
  const { token = '' } = useParams();
  const { user } = useSession();
  const navigate = useNavigate();
  const query = useQuery(invitationQuery(token));
  const { mutateAsync: change, isPending, error } = useListChange();
  useTitle(t('Invitation to a list'));
  const { data } = query;
  const memberOf = data?.list_id;
  useEffect(() => {
    if (memberOf) void navigate(`/lists/${memberOf}`, { replace: true });
  }, [memberOf, navigate]);

  const join = () =>
    change(() => callApi('lists.join', { body: { token } })).then(
      ({ id }) => void navigate(`/lists/${id}`, { replace: true }),
      () => undefined,
    );
  const joinAfterLogin = useActAfterLogin('join', () => void join());

  const isUseless = query.error instanceof ApiFailure && query.error.status < 500;
  return (
    <Page isNarrow>
      {isUseless ? (
        <EmptyState
          headingLevel={1}
          title={t('This invitation cannot be used')}
          text={t('It was withdrawn, already used or has expired. Ask for a new link.')}
          action={<ButtonLink to="/">{t('Go to Home')}</ButtonLink>}
        />
      ) : query.error && !data ? (
        <ErrorState
          headingLevel={1}
          message={failureSentence(query.error, t('The invitation could not be loaded.'))}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <section className="grid gap-4 p-6 panel shadow-sm">
          {data ? (
            <>
              <h1 dir="auto" className="wrap-anywhere">
                {data.name}
              </h1>
              <p>
                {t('{name} invited you to look for a home together.', { name: data.invited_by })}{' '}
                {t('{members, plural, one {# person is} other {# people are}} in this list.', {
                  members: data.members,
                })}
              </p>
              {data.homes.length > 0 && <Glimpse homes={data.homes} items={data.items} />}
              <p className="text-muted text-sm">
                {t(
                  'Members see your first name, your last initial, your votes and your comments. No one sees your email or phone.',
                )}
              </p>
              <FormBanner message={error && failureSentence(error, t('You could not join the list.'))} />
              <div className="flex flex-wrap gap-3">
                <Button size="large" disabled={isPending} aria-busy={isPending} onClick={joinAfterLogin}>
                  {user ? t('Join List') : t('Log In to Join')}
                </Button>
                <ButtonLink to="/" variant="outlined" size="large">
                  {t('Not Now')}
                </ButtonLink>
              </div>
            </>
          ) : (
            <div role="status">
              <span className="visuallyHidden">{t('Loading the invitation…')}</span>
              <Skeleton height="9rem" />
            </div>
          )}
        </section>
      )}
    </Page>
  );
}

/** Some of the homes, before one joins: without links, as votes and comments wait inside. */
function Glimpse({ homes, items }: { homes: readonly GlimpsedHome[]; items: number }) {
  return (
    <section className="grid gap-3" aria-labelledby="glimpse">
      <h2 id="glimpse" className="text-lg">
        {t('{items, plural, one {# home} other {# homes}} in this list', { items })}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {homes.map(({ id, title, image, price, listing_type, city, ...facts }) => (
          <li key={id} className="grid content-start gap-1 min-w-0">
            <span className="block aspect-4/3 overflow-hidden rounded-md">
              <Picture src={image} alt="" sizes="(max-width: 40rem) 45vw, 14rem" />
            </span>
            <PropertyPrice price={price} listingType={listing_type} className="text-base" />
            <PropertyFacts {...facts} />
            <h3 dir="auto" className="line-clamp-2 text-sm font-semibold wrap-anywhere">
              {title}
            </h3>
            <p className="text-muted text-sm">{city}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
