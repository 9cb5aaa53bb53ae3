import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarDays, Plus, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DeskClient, DeskRow } from '#shared/contracts/desk.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { ContactWays } from '#web/features/inquiries/index.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { PropertyLink, statusTone } from '#web/features/properties/index.ts';
import { formatViewingHours, sectionViewings, statusBadge } from '#web/features/viewings/index.ts';
import { dayLabel, relativeTime, shortDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { storedText } from '#web/lib/storedText.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge, ProofNote } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { assignFailure, useAssign } from '../assigning.ts';
import { useNotes } from '../clientChanges.ts';
import styles from '../desk.module.css';
import { clientQuery, isOwnRow } from '../queries.ts';
import { NextActionField, StageField, WishesFields } from './clientFields.tsx';
import { NOTE, NoteCard, NoteForm } from './NoteCard.tsx';
import { FewOf, Part } from './Part.tsx';

interface ClientPaneProps {
  clientId: number;
  /** Content at the end of the heading: a way out, where it is a drawer. */
  after?: ReactNode;
}

/** The client's contact data and wishes. A field is saved when it loses the focus. */
export function ClientPane({ clientId, after }: ClientPaneProps) {
  const query = useQuery(clientQuery(clientId));
  return (
    <section className="scroll-pane h-full bg-surface" aria-label={t('Client')} tabIndex={-1}>
      {!query.data && after && <div className="flex justify-end p-2">{after}</div>}
      <PartState
        query={query}
        loadingText={t('Loading the client')}
        className="grid grid-cols-1 gap-4 p-4"
        skeleton={
          <>
            <Skeleton height="3rem" />
            <Skeleton height="5rem" />
            <Skeleton height="8rem" />
          </>
        }
        failure={(error) => failureSentence(error, t('Failed to load this client'))}
      >
        {(client) => <Client key={clientId} client={client} after={after} />}
      </PartState>
    </section>
  );
}

const kindWords = { colleague: msg('Colleague'), reviewer: msg('Reviewer') };

function Client({ client, after }: { client: DeskClient; after: ReactNode }) {
  const { row, contacts, viewings, looked_at, saved } = client;
  const now = useNow();
  const { user } = useSession();
  const isOwn = isOwnRow(row);
  return (
    <>
      <header className="flex items-center gap-3 py-3 px-4">
        <Avatar src={row.avatar_url} size={44} />
        <div className="flex-1 min-w-0 leading-[1.3]">
          <h2 dir="auto" className="text-[1.0625rem] wrap-anywhere">
            {storedText(row.name)}
          </h2>
          <p className="text-muted text-caption">
            {row.user_id === null ? t('Has no account') : t('Has an account')}
          </p>
        </div>
        {row.kind !== 'client' && <Badge>{t(kindWords[row.kind])}</Badge>}
        {after}
      </header>
      {!isOwn && (
        <p className="pb-3 px-4 text-sm">{t('{name} looks after this client.', { name: row.agent.name })}</p>
      )}
      {isOwn && row.came_from && <CameFrom row={row} from={row.came_from} />}
      {contacts.length > 0 && (
        <Part title={t('Contacts')} isTitleHidden>
          <ul className="grid grid-cols-1 gap-y-0.5 text-sm [&_a]:min-h-7">
            <ContactWays contacts={contacts} />
          </ul>
          <ProofNote className="text-xs leading-[1.35]" />
        </Part>
      )}
      {/* A colleague's notes are read-only. */}
      <fieldset className={styles.fields} disabled={!isOwn}>
        <Part title={t('Stage')}>
          <StageField row={row} />
        </Part>
        <Part title={t('Next Action')}>
          <NextActionField row={row} />
        </Part>
        <Part title={t('Looks For')}>
          <WishesFields client={client} />
        </Part>
      </fieldset>
      <NotesPart client={client} now={now} isReadOnly={!isOwn} />
      <ViewingsPart viewings={viewings} userId={isOwn ? (user?.id ?? 0) : row.agent.id} now={now} />
      <InterestPart title={t('Saved Listings')} listings={saved} now={now} />
      <InterestPart title={t('Viewed')} listings={looked_at} now={now} />
    </>
  );
}

/** The client's former agent, and the way back. */
function CameFrom({ row, from }: { row: DeskRow; from: DeskRow['agent'] }) {
  const { name } = from;
  const colleagues = useColleagues();
  const assign = useAssign();
  const giveBack = useMutation({
    mutationFn: () => assign(row, from),
    onError: (error) => showToast(assignFailure(error), 'error'),
  });
  const former = colleagues?.members.find(({ id }) => id === from.id);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 pb-2 px-4 text-sm">
      <span className="text-muted">
        {former?.away_until
          ? t('Came from {name}, who is away until {day}', { name, day: shortDay(former.away_until) })
          : t('Came from {name}', { name })}
      </span>
      {former?.is_active && former.away_until === null && (
        <Button
          variant="plain"
          size="small"
          className="-mr-2"
          disabled={giveBack.isPending}
          onClick={() => giveBack.mutate()}
        >
          <Undo2 size={15} />
          {t('Give Back')}
        </Button>
      )}
    </p>
  );
}

function NotesPart({ client, now, isReadOnly }: { client: DeskClient; now: Date; isReadOnly: boolean }) {
  const { row, notes } = client;
  const isInOffice = useColleagues() !== null;
  const [isAdding, setIsAdding] = useState(false);
  const { add } = useNotes(row.id);
  return (
    <Part
      title={t('Private Notes')}
      act={
        !isAdding &&
        !isReadOnly && (
          <Button variant="plain" size="small" className="-my-1 -mr-2" onClick={() => setIsAdding(true)}>
            <Plus size={15} />
            {t('Add Note')}
          </Button>
        )
      }
    >
      {isAdding && (
        <div className={`p-2 ${NOTE}`}>
          <NoteForm name={`note_of_${row.id}`} text="" onSave={add} onClose={() => setIsAdding(false)} />
        </div>
      )}
      {notes.length === 0 && !isAdding && (
        <p className="text-muted text-sm">
          {isReadOnly
            ? t('No notes yet.')
            : isInOffice
              ? t(
                  'No notes yet. Colleagues in your office who look after this client see what you write here. The client never does.',
                )
              : t('No notes yet. Only you see what you write here.')}
        </p>
      )}
      {notes.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label={t('Private notes')}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteCard clientId={row.id} note={note} now={now} isReadOnly={isReadOnly} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

const LINK = 'block truncate text-ink font-semibold no-underline hover:text-primary hover:underline';

/** Viewings that wait for the agent first, then future ones, then the others, latest first. */
function ViewingsPart({ viewings, userId, now }: { viewings: Viewing[]; userId: number; now: Date }) {
  if (viewings.length === 0) return null;
  const soonestFirst = viewings.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const { waiting, upcoming, past } = sectionViewings(soonestFirst, userId, now);
  return (
    <Part title={t('Viewings')}>
      <FewOf entries={[...waiting, ...upcoming, ...past]} label={t('Viewings')}>
        {(viewing) => {
          const { id, property, starts_at, ends_at } = viewing;
          const badge = statusBadge(viewing, 'agent', now);
          return (
            <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 text-sm">
              <CalendarDays className="mt-1 text-muted" size={16} />
              <span className="min-w-0 leading-[1.35]">
                <span className="flex flex-wrap items-center justify-between gap-x-2">
                  <Timestamp className="tabular-nums" at={starts_at}>
                    {dayLabel(starts_at, now)}, {formatViewingHours(starts_at, ends_at)}
                  </Timestamp>
                  <Badge tone={badge.tone}>{badge.label}</Badge>
                </span>
                <PropertyLink propertyId={property.id} className={`${LINK} text-caption`}>
                  <bdi>{property.title}</bdi>
                </PropertyLink>
              </span>
            </li>
          );
        }}
      </FewOf>
    </Part>
  );
}

/** Listings of the agent that the client saved or opened. */
function InterestPart({ title, listings, now }: { title: string; listings: DeskClient['saved']; now: Date }) {
  if (listings.length === 0) return null;
  return (
    <Part title={title}>
      <FewOf entries={listings} label={title}>
        {({ property, at }) => (
          <li
            key={property.id}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 text-sm"
          >
            <span className="block aspect-4/3 overflow-hidden rounded-sm">
              <Picture src={property.image} alt="" sizes="3.5rem" />
            </span>
            <span className="min-w-0 leading-[1.35]">
              <PropertyLink propertyId={property.id} className={LINK}>
                <bdi>{property.title}</bdi>
              </PropertyLink>
              <span className="flex flex-wrap gap-x-2 text-muted text-caption">
                <span className="tabular-nums">
                  {formatShortPrice(property.price)}
                  {t(priceSuffix(property.listing_type))}
                </span>
                <Timestamp at={at}>{relativeTime(at, now)}</Timestamp>
              </span>
            </span>
            {property.status !== 'available' && (
              <Badge tone={statusTone[property.status]}>{t(propertyStatusLabel[property.status])}</Badge>
            )}
          </li>
        )}
      </FewOf>
    </Part>
  );
}
