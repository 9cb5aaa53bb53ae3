import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UserRoundSearch, X } from 'lucide-react';
import { Suspense } from 'react';
import { msg } from '#shared/messages.ts';
import { directoryFigures } from '#web/features/about/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { useUrlParameters, withParameters } from '#web/lib/urlState.ts';
import { useIsHeard } from '#web/lib/useMediaQuery.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { PlainForm } from '#web/ui/controls/PlainForm.tsx';
import { SearchField } from '#web/ui/controls/SearchField.tsx';
import { Pagination } from '#web/ui/layout/Pagination.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { moreOf, ShowMore } from '#web/ui/states/ShowMore.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';
import { AgentCardSkeleton, AgentCards } from './AgentCard.tsx';
import {
  agentsQuery,
  type DirectoryState,
  directionLabel,
  hasFilters,
  locationsQuery,
  sortLabel,
  specializationsQuery,
  useDirectoryState,
  usualState,
  writeDirectoryState,
} from './queries.ts';

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const ApplicationDialog = lazyWithRetry(
  async () => (await import('./ApplicationDialog.tsx')).ApplicationDialog,
  'dialog',
);

export function AgentsScreen() {
  const { user } = useSession();
  const { state, change, clear } = useDirectoryState();
  const query = useInfiniteQuery(agentsQuery(state));
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const agents = data?.pages.flatMap((page) => page.agents);
  const pagination = data?.pages[0]?.pagination;
  const application = useApplicationDialog();
  useTitle(t('Our Agents'));
  const isHeard = useIsHeard();

  return (
    <>
      <DirectoryBanner />
      <div className="max-w-page -mt-9 mx-auto mb-0 py-0 px-gutter">
        <DirectoryControls state={state} onChange={change} onClear={clear} />
        <h2 className="min-h-[1.5em] text-base font-semibold mt-6 mb-4 tracking-[0]" aria-live="polite">
          {data && isHeard
            ? t('{count, plural, one {# agent found} other {# agents found}}', {
                count: pagination?.total ?? 0,
              })
            : isPending && t('Loading agents…')}
        </h2>
        {isPending && (
          <div className="grid grid-fill-[20.5rem] gap-6">
            {SKELETONS.map((key) => (
              <AgentCardSkeleton key={key} />
            ))}
          </div>
        )}
        <RefetchNotice query={query} />
        {error && !data && (
          <ErrorState
            headingLevel={3}
            message={error instanceof ApiFailure ? t('Failed to fetch agents') : t('Failed to load agents')}
            onRetry={() => void refetch()}
          />
        )}
        {agents?.length === 0 && (
          <EmptyState
            headingLevel={3}
            icon={<UserRoundSearch size={28} />}
            title={t('No agents found matching your criteria.')}
            text={t('Try another area or a shorter name.')}
            action={hasFilters(state) && <Button onClick={clear}>{t('Show All Agents')}</Button>}
          />
        )}
        {agents && agents.length > 0 && (
          <AgentCards agents={agents} isBusy={isPlaceholderData} className="grid-fill-[20.5rem]" />
        )}
        {state.page === 1 && (
          <div className="noscript:hidden">
            <ShowMore more={moreOf(query)} />
          </div>
        )}
        {pagination &&
          (state.page > 1 ? (
            <DirectoryPages state={state} pages={pagination.pages} />
          ) : (
            <noscript>{import.meta.env.SSR && <DirectoryPages state={state} pages={pagination.pages} />}</noscript>
          ))}
        <JoinBanner onStart={application.open} />
      </div>
      {application.isOpen && user && (
        <Suspense fallback={<LoadingVeil words={t('Opening the form…')} />}>
          <ApplicationDialog user={user} onClose={application.close} />
        </Suspense>
      )}
    </>
  );
}

/** For browsers without scripts and for shared addresses of these pages. */
function DirectoryPages({ state, pages }: { state: DirectoryState; pages: number }) {
  const hrefOf = (page: number) => {
    const query = writeDirectoryState({ ...state, page }).toString();
    return query === '' ? '/agents' : `/agents?${query}`;
  };
  return (
    <div className="mt-8">
      <Pagination page={state.page} pages={pages} hrefOf={hrefOf} onChoose={() => scrollTo({ top: 0 })} />
    </div>
  );
}

const APPLY = 'apply';

/** The address says whether the dialog is open, so that the way through the login dialog comes back to it. */
function useApplicationDialog() {
  const { user, openLogin } = useSession();
  const [params, change] = useUrlParameters();

  const open = () => {
    if (user) change({ [APPLY]: '1' }, { isStep: true });
    else openLogin(`/agents?${withParameters(params, { [APPLY]: '1' })}`);
  };
  const close = () => change({ [APPLY]: null });
  return { isOpen: params.has(APPLY), open, close };
}

const bannerSpace = 'p-[clamp(var(--s-space-5),4vw,var(--s-space-7))]';

/** Counts of the whole directory, independent of the search. */
function DirectoryBanner() {
  const { data } = useInfiniteQuery(agentsQuery(usualState));
  const total = data?.pages[0]?.pagination.total;
  const figures = [
    { figure: total === undefined ? null : `${total}+`, label: msg('Expert Agents') },
    ...directoryFigures,
  ];
  return (
    <header className="pb-9 inverse">
      <div className={`grid items-end gap-6 max-w-page mx-auto px-gutter xl:grid-cols-[1fr_auto] ${bannerSpace}`}>
        <div>
          <h1 className="text-3xl">{t('Our Agents')}</h1>
          <p className="max-w-136 mt-3 text-ink-inverse/82 text-lg">
            {t('Licensed brokers who know their neighborhoods. Read what clients say, then call, email or chat.')}
          </p>
        </div>
        <dl className="grid grid-cols-[repeat(2,minmax(0,auto))] justify-start gap-y-3 gap-x-12 md:grid-cols-[repeat(4,auto)]">
          {figures.map(({ figure, label }) => (
            <div key={t(label)} className="flex flex-col-reverse">
              <dt className="text-ink-inverse/82 text-sm">{t(label)}</dt>
              <dd className="text-accent text-[clamp(1.75rem,1.4rem_+_1.2vw,2.25rem)] font-[750] leading-[1.15] tracking-[-0.03em]">
                {figure ?? <span aria-hidden="true">–</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
  );
}

const controlColumns =
  'md:grid-cols-[1fr_1fr] xl:grid-cols-[minmax(16rem,1.6fr)_minmax(11rem,1fr)_minmax(9.5rem,0.9fr)_minmax(18.5rem,1.4fr)]';

interface DirectoryControlsProps {
  state: DirectoryState;
  onChange(changes: Partial<DirectoryState>, options?: { isTyping: boolean }): void;
  onClear(): void;
}

/** The chosen option stays in the list while it loads, or when it is no longer offered. */
function choices(first: string, known: string[] | undefined, chosen: string) {
  const listed = known ?? [];
  const all = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed;
  return [{ value: '', label: first }, ...all.map((text) => ({ value: text, label: text }))];
}

type Chosen = Exclude<keyof DirectoryState, 'search' | 'page'>;

function DirectoryControls({ state, onChange, onClear }: DirectoryControlsProps) {
  const specializations = useQuery(specializationsQuery);
  const locations = useQuery(locationsQuery);
  const { search, specialization, location, sort, direction } = state;
  const selects: Record<Chosen, { label: string; value: string; options: ReturnType<typeof choices> }> = {
    specialization: {
      label: t('Specialization'),
      value: specialization,
      options: choices(t('All Specializations'), specializations.data, specialization),
    },
    location: {
      label: t('Location'),
      value: location,
      options: choices(t('All Locations'), locations.data, location),
    },
    sort: { label: t('Sort by'), value: sort, options: optionsOf(sortLabel) },
    direction: { label: t('Sort direction'), value: direction, options: optionsOf(directionLabel) },
  };
  const select = (name: Chosen) => (
    <NativeSelect {...selects[name]} isLabelHidden onChange={(chosen) => onChange({ [name]: chosen })} />
  );
  return (
    <>
      <noscript>
        {import.meta.env.SSR && (
          <PlainForm
            label={t('Find an agent')}
            to="/agents"
            submitLabel={t('Search')}
            fields={[
              { name: 'search', label: t('Search agents'), value: search },
              { name: 'specialization', ...selects.specialization },
              { name: 'location', ...selects.location },
              { name: 'sort', ...selects.sort },
            ]}
          />
        )}
      </noscript>
      <section
        className={`noscript:hidden grid gap-3 p-4 panel shadow-lg xl:items-center ${controlColumns}`}
        aria-label={t('Find an agent')}
      >
        <SearchField
          label={t('Search agents')}
          placeholder={t('Search agents by name or specialization...')}
          maxLength={120}
          className="md:col-span-full xl:col-auto"
          value={search}
          onSearch={(typed) => onChange({ search: typed }, { isTyping: true })}
        />
        {select('specialization')}
        {select('location')}
        <div className="grid grid-cols-[1fr_1.2fr] gap-3 md:col-span-full xl:col-auto">
          {select('sort')}
          {select('direction')}
        </div>
        {hasFilters(state) && (
          <Button variant="plain" className="justify-self-start -mx-2 md:col-span-full" onClick={onClear}>
            <X size={18} />
            {t('Clear all filters')}
          </Button>
        )}
      </section>
    </>
  );
}

function JoinBanner({ onStart }: { onStart(): void }) {
  return (
    <section
      className={`flex flex-wrap items-center gap-6 mt-section rounded-lg inverse ${bannerSpace}`}
      aria-labelledby="join-title"
    >
      <div className="flex-[1_1_22rem]">
        <h2 id="join-title" className="text-2xl">
          {t('Ready to Work with Our Team?')}
        </h2>
        <p className="max-w-144 mt-2 text-ink-inverse/85">
          {t(
            'Have a real estate license? List and sell with us. Tell us about yourself. We answer every application.',
          )}
        </p>
      </div>
      <Button variant="accent" onClick={onStart}>
        {t('Get Started Today')}
      </Button>
    </section>
  );
}
