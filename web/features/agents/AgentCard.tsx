import { useQueryClient } from '@tanstack/react-query';
import {
  BriefcaseBusiness,
  Languages,
  Mail,
  MapPin,
  MessageSquare,
  Phone,
  ShieldCheck,
  Star,
} from 'lucide-react';
import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Agent } from '#shared/contracts/agents.ts';
import { useSession } from '#web/features/auth/index.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { countWords } from '#web/lib/countWords.ts';
import { formatDay } from '#web/lib/dates.ts';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import styles from './AgentCard.module.css';
import { agentQuery } from './queries.ts';

const BIO_PREVIEW = 100;
const LANGUAGES_SHOWN = 3;

/** Specification, part 2 §9: the first 100 characters, '...' where there were more. */
export function bioPreview(bio: string): string {
  const text = bio.trim();
  return text.length > BIO_PREVIEW ? `${text.slice(0, BIO_PREVIEW).trimEnd()}...` : text;
}

/** 'English, Filipino, Ilocano +1 more'. */
export function languagesText(languages: readonly string[]): string {
  const shown = languages.slice(0, LANGUAGES_SHOWN).join(', ');
  const more = languages.length - LANGUAGES_SHOWN;
  return more > 0 ? `${shown} +${more} more` : shown;
}

/** '4.9', '5.0'. */
function ratingText(rating: number): string {
  return rating.toFixed(1);
}

interface AgentCardProps {
  agent: Agent;
  /** One cannot write to oneself. */
  isOwn: boolean;
  onMessage(agent: Agent): void;
}

export function AgentCard({ agent, isOwn, onMessage }: AgentCardProps) {
  const { name, title, specialization, location, languages, bio, phone, email } = agent;
  const link = useAgentLink(agent.id);
  return (
    <article className={styles.card}>
      <div className="flex items-center gap-4">
        <Avatar className="w-24! h-24! rounded-lg!" src={agent.avatar_url} size={96} />
        <div className="grid gap-0.5 min-w-0">
          <h3 className="text-lg font-bold">
            <Link
              {...link}
              className={`text-ink no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none ${styles.stretched}`}
            >
              {name}
            </Link>
          </h3>
          <p className="text-muted text-[0.9375rem] leading-[1.35]">{title ?? 'Real Estate Agent'}</p>
          <div className="flex flex-wrap items-center gap-2 mt-1.5">
            {agent.review_count > 0 ? (
              <span className="inline-flex items-center gap-1 h-6.5 px-2.25 rounded-full text-[0.8125rem] leading-none whitespace-nowrap bg-[color-mix(in_srgb,var(--s-accent)_22%,var(--s-surface))] font-[750] [&_svg]:fill-accent [&_svg]:[stroke:color-mix(in_srgb,var(--s-accent)_70%,#6b4400)]">
                <Star size={15} aria-hidden="true" />
                <span className="visuallyHidden">Rated</span>
                {ratingText(agent.rating)}
              </span>
            ) : (
              <span className="inline-flex items-center gap-1 h-6.5 px-2.25 rounded-full text-[0.8125rem] font-[650] leading-none whitespace-nowrap bg-primary-soft text-primary">
                New
              </span>
            )}
            <span className="inline-flex items-center gap-1 h-6.5 px-2.25 rounded-full bg-sunken text-[0.8125rem] font-[650] leading-none whitespace-nowrap">
              {agent.experience_years}+ years
            </span>
            {agent.license && (
              <span
                className="inline-flex items-center gap-1 h-6.5 px-2.25 rounded-full text-[0.8125rem] font-[650] leading-none whitespace-nowrap bg-primary-soft text-primary"
                title={`Licence checked on ${formatDay(agent.license.checked_at)}`}
              >
                <ShieldCheck size={15} aria-hidden="true" />
                Licence checked
              </span>
            )}
          </div>
        </div>
      </div>
      <ul className="grid gap-1.5 text-[0.9375rem] leading-[1.4] [&_li]:flex [&_li]:gap-2.5 [&_li]:min-w-0">
        {specialization && <Fact icon={<BriefcaseBusiness size={16} />}>{specialization}</Fact>}
        {location && <Fact icon={<MapPin size={16} />}>{location}</Fact>}
        {languages.length > 0 && <Fact icon={<Languages size={16} />}>{languagesText(languages)}</Fact>}
      </ul>
      {bio && <p className="text-muted text-[0.9375rem] leading-[1.5]">{bioPreview(bio)}</p>}
      <p className="flex flex-wrap gap-y-1 gap-x-4 mt-auto pt-3 border-t border-t-line text-sm font-semibold">
        <span>{countWords(agent.properties_sold, 'property sold', 'properties sold')}</span>
        <span>{countWords(agent.review_count, 'review', 'reviews')}</span>
      </p>
      <div className="flex gap-2 *:relative *:z-1">
        <ButtonLink {...link} className={styles.view} aria-label={`View Profile of ${name}`}>
          View Profile
        </ButtonLink>
        {phone && (
          <a className={styles.way} href={phoneHref(phone)} aria-label={`Call ${name}`} title="Call">
            <Phone size={19} strokeWidth={1.9} aria-hidden="true" />
          </a>
        )}
        <a className={styles.way} href={emailHref(email)} aria-label={`Email ${name}`} title="Email">
          <Mail size={19} strokeWidth={1.9} aria-hidden="true" />
        </a>
        {!isOwn && (
          <button
            type="button"
            className={styles.way}
            aria-label={`Send message to ${name}`}
            title="Send message"
            onClick={() => onMessage(agent)}
          >
            <MessageSquare size={19} strokeWidth={1.9} aria-hidden="true" />
          </button>
        )}
      </div>
    </article>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className="flex-none mt-0.75 text-muted" aria-hidden="true">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}

/** Takes about the room of an AgentCard. */
export function AgentCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className="flex items-center gap-4">
        <Skeleton className="w-24! h-24! rounded-lg!" width="6rem" height="6rem" />
        <div className="grid gap-0.5 min-w-0">
          <Skeleton width="9rem" height="1.2rem" />
          <Skeleton width="7rem" height="1.25rem" />
          <span className="flex flex-wrap items-center gap-2 mt-1.5">
            <Skeleton width="8rem" height="1.625rem" />
            <Skeleton width="9rem" height="1.625rem" />
          </span>
        </div>
      </div>
      <div className="grid gap-1.5 text-[0.9375rem] leading-[1.4] [&_li]:flex [&_li]:gap-2.5 [&_li]:min-w-0">
        <Skeleton width="60%" height="1.4em" />
        <Skeleton width="45%" height="1.4em" />
        <Skeleton width="75%" height="1.4em" />
      </div>
      <Skeleton height="4.25rem" />
      <div className="flex flex-wrap gap-y-1 gap-x-4 mt-auto pt-3 border-t border-t-line text-sm font-semibold">
        <Skeleton width="60%" height="1.4rem" />
      </div>
      <Skeleton height="2.75rem" />
    </div>
  );
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * What a link to an agent's profile is given. A visitor who is not signed in gets the login dialog and is taken to the
 * profile afterwards (specification, part 2 §4).
 */
function useAgentLink(agentId: number) {
  const { user, openLogin } = useSession();
  const queryClient = useQueryClient();
  const to = `/agents/${agentId}`;
  const prefetch = () => {
    if (user) void queryClient.prefetchQuery(agentQuery(agentId));
  };
  return {
    to,
    onFocus: prefetch,
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') prefetch();
    },
    onClick: (event: MouseEvent) => {
      if (user || !isPlainClick(event)) return;
      event.preventDefault();
      openLogin(to);
    },
  };
}
