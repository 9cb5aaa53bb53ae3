import { useQuery } from '@tanstack/react-query';
import { Clock3, ShieldCheck, Star } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { agentQuery } from '#web/features/agents/index.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { fullStar } from '#web/ui/display/Stars.tsx';
import { isUnknown } from '#web/ui/states/RecordState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { offersQuery } from './queries.ts';

export type ListingAgent = NonNullable<Property['agent']>;

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;

/** @param minutes the median of the first replies of the last 90 days, rounded up; null without any */
export function replyText(minutes: number | null): string {
  if (minutes === null) return t('No replies measured yet');
  const hours = Math.ceil(minutes / MINUTES_AN_HOUR);
  if (minutes <= MINUTES_AN_HOUR)
    return t('Usually replies within {count, plural, one {# minute} other {# minutes}}', {
      count: Math.max(1, minutes),
    });
  return hours <= 2 * HOURS_A_DAY
    ? t('Usually replies within {count, plural, one {# hour} other {# hours}}', { count: hours })
    : t('Usually replies within {count, plural, one {# day} other {# days}}', {
        count: Math.ceil(hours / HOURS_A_DAY),
      });
}

/**
 * The agent's public record, as in the directory; contact data are the listing's own. `profilePath` is null where they have no
 * public page.
 */
function useAgentRecord(property: Property, { id }: ListingAgent) {
  const { data, error, isPending } = useQuery({ ...agentQuery(id), retry: false });
  const { data: home } = useQuery(offersQuery(property.id));
  return {
    record: data,
    isLoading: isPending,
    profilePath: isUnknown(error) ? null : `/agents/${id}`,
    replyMinutes: home?.offers.find(({ agent }) => agent.id === id)?.agent.reply_minutes ?? null,
  };
}

interface AgentHeadProps {
  property: Property;
  agent: ListingAgent;
  /** Pixels. */
  avatarSize: number;
  /** The id of the name as a heading; without it the name is no heading. */
  headingId?: string;
}

/** Photo, name with the way to the profile, and the record: licence, rating, replies, other listings. */
export function AgentHead({ property, agent, avatarSize, headingId }: AgentHeadProps) {
  const { record, isLoading, profilePath, replyMinutes } = useAgentRecord(property, agent);
  const name = profilePath ? (
    <Link className="text-ink wrap-anywhere hover:text-primary" to={profilePath}>
      {agent.name}
    </Link>
  ) : (
    agent.name
  );
  const others = (record?.active_listings ?? 0) - (property.status === 'available' ? 1 : 0);
  return (
    <div className="flex items-start gap-3 min-w-0">
      <Avatar src={agent.avatar_url} size={avatarSize} />
      <div className="grid grid-cols-1 gap-1 min-w-0 leading-[1.4] wrap-anywhere">
        {headingId ? (
          <h2 dir="auto" id={headingId}>
            {name}
          </h2>
        ) : (
          <strong dir="auto">{name}</strong>
        )}
        <p className="text-muted text-sm">
          <span>{t('Real Estate Agent')}</span>
          {record?.title && record.title !== 'Real Estate Agent' && <span> · {record.title}</span>}
        </p>
        <ul className="grid gap-1 text-sm" aria-busy={isLoading}>
          {isLoading && (
            <li>
              <Skeleton width="11rem" height="2.75rem" />
            </li>
          )}
          {record?.license && (
            <li className="flex items-start gap-1.5">
              <ShieldCheck
                className="flex-none mt-0.5 text-success"
                size={15}
                strokeWidth={2}
                aria-hidden="true"
              />
              <span>
                <Trans
                  id="License checked, valid until <time>{day}</time>"
                  values={{ day: formatDay(record.license.expires_on) }}
                  components={{ time: <time dateTime={record.license.expires_on} /> }}
                />
              </span>
            </li>
          )}
          {record && record.review_count > 0 && (
            <li className="flex items-start gap-1.5 tabular-nums">
              <Star className={`flex-none mt-0.5 ${fullStar}`} size={15} strokeWidth={1.75} aria-hidden="true" />
              {t('{rating} ({count, plural, one {# review} other {# reviews}})', {
                rating: record.rating.toFixed(1),
                count: record.review_count,
              })}
            </li>
          )}
          {replyMinutes !== null && (
            <li className="flex items-start gap-1.5">
              <Clock3 className="flex-none mt-0.5 text-muted" size={15} strokeWidth={1.9} aria-hidden="true" />
              {replyText(replyMinutes)}
            </li>
          )}
        </ul>
        {others > 0 && profilePath && (
          <Link
            className="inline-flex items-center justify-self-start min-h-8 pointer-coarse:min-h-11 text-sm font-semibold"
            to={`${profilePath}?tab=properties`}
          >
            {t('{count, plural, one {# other listing} other {# other listings}}', { count: others })}
          </Link>
        )}
      </div>
    </div>
  );
}
