import { useQueryClient } from '@tanstack/react-query';
import {
  BriefcaseBusiness,
  Building,
  Languages,
  Mail,
  MapPin,
  MessageSquare,
  Phone,
  ShieldCheck,
  Star,
} from 'lucide-react';
import { type MouseEvent, type PointerEvent, type ReactNode, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import { openLogin, useIsGuest, useSession } from '#web/features/auth/index.ts';
import { LazyAgentMessageModal } from '#web/features/inquiries/index.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { isListingPagePublic } from '#web/lib/useSite.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { fullStar } from '#web/ui/display/Stars.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { agentQuery } from './queries.ts';

const BIO_PREVIEW = 100;
const LANGUAGES_SHOWN = 3;

const card = 'relative flex flex-col gap-4 h-full p-6 max-sm:p-4 panel';
const wayClass =
  'icon-btn border-line-strong bg-surface text-ink hover:border-primary hover:bg-primary-soft hover:text-primary';
const head = 'flex items-center gap-4';
const title = 'grid gap-0.5 min-w-0';
const chips = 'flex flex-wrap items-center gap-2 mt-1.5';
const facts = 'grid gap-1.5 text-md leading-[1.4]';
const figures = 'flex flex-wrap gap-y-1 gap-x-4 mt-auto pt-3 border-t border-t-line text-sm font-semibold';

/** Specification, part 2 §9: the first 100 characters, '...' where there were more. */
export function bioPreview(bio: string): string {
  const text = bio.trim();
  return text.length > BIO_PREVIEW ? `${text.slice(0, BIO_PREVIEW).trimEnd()}...` : text;
}

/** 'English, Filipino, Ilocano +1 more'. */
export function languagesText(languages: readonly string[]): string {
  const shown = languages.slice(0, LANGUAGES_SHOWN).join(', ');
  const more = languages.length - LANGUAGES_SHOWN;
  return more > 0 ? t('{languages} +{more} more', { languages: shown, more }) : shown;
}

interface AgentCardsProps {
  agents: readonly Agent[];
  /** Other agents are on their way. */
  isBusy?: boolean;
  className: string;
}

export function AgentCards({ agents, isBusy = false, className }: AgentCardsProps) {
  const [addressee, setAddressee] = useState<Agent | null>(null);
  return (
    <>
      <ul className={`grid gap-6 ${className} ${isBusy ? 'opacity-60' : ''}`} aria-busy={isBusy}>
        {agents.map((agent) => (
          <li key={agent.id}>
            <AgentCard agent={agent} onMessage={() => setAddressee(agent)} />
          </li>
        ))}
      </ul>
      {addressee && <LazyAgentMessageModal agent={addressee} onClose={() => setAddressee(null)} />}
    </>
  );
}

function AgentCard({ agent, onMessage }: { agent: Agent; onMessage(): void }) {
  const { name, specialization, location, languages, bio, phone, email } = agent;
  const call = phone && phoneHref(phone);
  const link = useAgentLink(agent.id);
  const isGuest = useIsGuest();
  // Agents cannot write to themselves.
  const isOwn = useSession().user?.id === agent.id;
  return (
    <article className={`${card} group/card lift has-[h3_a:focus-visible]:focus-ring`}>
      <div className={head}>
        <Avatar className="w-24 h-24 rounded-lg" src={agent.avatar_url} size={96} />
        <div className={title}>
          <h3 className="text-lg font-bold">
            <Link {...link} className="text-ink no-underline stretched focus-visible:outline-none">
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <p dir="auto" className="text-muted text-md leading-[1.35]">
            {agent.title ?? t('Real Estate Agent')}
          </p>
          <div className={chips}>
            {agent.review_count > 0 ? (
              <span className="tag bg-accent-soft font-[750]">
                <Star className={fullStar} size={15} />
                <span className="visuallyHidden">{t('Rated')}</span>
                {agent.rating.toFixed(1)}
              </span>
            ) : (
              <span className="tag bg-primary-soft text-primary font-[650]">{t('New')}</span>
            )}
            <span className="tag bg-sunken font-[650]">
              {t('{years}+ years', { years: agent.experience_years })}
            </span>
            {agent.license && (
              <span
                className="tag bg-primary-soft text-primary font-[650]"
                title={t('License checked on {day}', { day: formatDay(agent.license.checked_at) })}
              >
                <ShieldCheck size={15} />
                {t('License checked')}
              </span>
            )}
          </div>
        </div>
      </div>
      <ul className={facts}>
        {specialization && <Fact icon={<BriefcaseBusiness size={16} />}>{specialization}</Fact>}
        {agent.office && (
          <Fact icon={<Building size={16} />}>
            <Link className="relative z-1" to={`/offices/${agent.office.id}`}>
              {agent.office.name}
            </Link>
          </Fact>
        )}
        {location && <Fact icon={<MapPin size={16} />}>{location}</Fact>}
        {languages.length > 0 && <Fact icon={<Languages size={16} />}>{languagesText(languages)}</Fact>}
      </ul>
      {bio && (
        <p dir="auto" className="text-muted text-md leading-[1.5]">
          {bioPreview(bio)}
        </p>
      )}
      <p className={figures}>
        <span>
          {t('{count, plural, one {# property sold} other {# properties sold}}', {
            count: agent.properties_sold,
          })}
        </span>
        <span>{t('{count, plural, one {# review} other {# reviews}}', { count: agent.review_count })}</span>
      </p>
      <div className="flex gap-2 *:relative *:z-1">
        <ButtonLink
          {...link}
          className="flex-1 px-3 bg-primary-soft text-primary whitespace-nowrap group-hover/card:bg-primary group-hover/card:text-on-primary"
          aria-label={t('View Profile of {name}', { name })}
        >
          {t('View Profile')}
        </ButtonLink>
        {call && (
          <a {...way(t('Call {name}', { name }), t('Call'))} href={call}>
            <Phone size={19} strokeWidth={1.9} />
          </a>
        )}
        {email && (
          <a {...way(t('Email {name}', { name }), t('Email'))} href={emailHref(email)}>
            <Mail size={19} strokeWidth={1.9} />
          </a>
        )}
        {isGuest && (
          <button
            type="button"
            {...way(t('Log in to call or email {name}', { name }), t('Log in to call or email'))}
            onClick={() => openLogin(link.to, 'contact')}
          >
            <Phone size={19} strokeWidth={1.9} />
          </button>
        )}
        {!isOwn && (
          <button
            type="button"
            {...way(t('Send message to {name}', { name }), t('Send message'))}
            onClick={onMessage}
          >
            <MessageSquare size={19} strokeWidth={1.9} />
          </button>
        )}
      </div>
    </article>
  );
}

/** The props of a link or a button that is only an icon. */
const way = (label: string, title: string) => ({ className: wayClass, 'aria-label': label, title });

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 min-w-0">
      <span className="flex-none mt-0.75 text-muted" aria-hidden="true">
        {icon}
      </span>
      <bdi>{children}</bdi>
    </li>
  );
}

/** Takes about the room of an AgentCard. */
export function AgentCardSkeleton() {
  return (
    <div className={`${card} shadow-sm`} aria-hidden="true">
      <div className={head}>
        <Skeleton className="w-24 h-24 rounded-lg" width="6rem" height="6rem" />
        <div className={title}>
          <Skeleton width="9rem" height="1.2rem" />
          <Skeleton width="7rem" height="1.25rem" />
          <span className={chips}>
            <Skeleton width="8rem" height="1.625rem" />
            <Skeleton width="9rem" height="1.625rem" />
          </span>
        </div>
      </div>
      <div className={facts}>
        <Skeleton width="60%" height="1.4em" />
        <Skeleton width="45%" height="1.4em" />
        <Skeleton width="75%" height="1.4em" />
      </div>
      <Skeleton height="4.25rem" />
      <div className={figures}>
        <Skeleton width="60%" height="1.4rem" />
      </div>
      <Skeleton height="2.75rem" />
    </div>
  );
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The link to an agent's profile. A guest logs in first and continues there (specification, part 2 §4). */
function useAgentLink(agentId: number) {
  const { user, openLogin } = useSession();
  const queryClient = useQueryClient();
  const to = `/agents/${agentId}`;
  const isOpen = () => user !== null || isListingPagePublic(queryClient);
  const prefetch = () => {
    if (isOpen()) void queryClient.prefetchQuery(agentQuery(agentId));
  };
  return {
    to,
    onFocus: prefetch,
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') prefetch();
    },
    onClick: (event: MouseEvent) => {
      if (isOpen() || !isPlainClick(event)) return;
      event.preventDefault();
      openLogin(to);
    },
  };
}
