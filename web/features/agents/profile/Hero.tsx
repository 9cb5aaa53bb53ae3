import { Award, Mail, MapPin, MessageSquare, MessagesSquare, Pencil, Phone, ShieldCheck } from 'lucide-react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { PublicLicense } from '#shared/contracts/licenses.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { countWords } from '#web/lib/countWords.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Stars } from '#web/ui/Stars.tsx';
import styles from './Hero.module.css';

/** The two ways to write to an agent (an inquiry, a chat); nobody has them on their own profile. */
export interface WaysToWrite {
  onMessage(): void;
  onChat(): void;
}

/** Specification, part 2 §9. */
const TOP_RATING = 4.5;

export function Hero({ agent, ways }: { agent: Agent; ways: WaysToWrite | null }) {
  const { name, title, rating, review_count, location, phone, email, license } = agent;
  return (
    <header className={styles.hero}>
      <Avatar className={styles.photo} src={agent.avatar_url} size={160} />
      <div className="grid justify-items-center gap-1 min-w-0 lg:justify-items-start">
        {rating >= TOP_RATING && (
          <span className="inline-flex items-center gap-1.5 h-7 mb-1 px-2.75 rounded-full bg-accent text-[#2b1d00] text-[0.8125rem] font-bold leading-none">
            <Award size={16} aria-hidden="true" />
            Top Rated
          </span>
        )}
        <h1>{name}</h1>
        <p className="text-muted text-lg">{title ?? 'Real Estate Agent'}</p>
        <div className="flex flex-wrap items-center justify-center gap-y-1 gap-x-3 mt-1 lg:justify-start">
          {review_count > 0 ? (
            <>
              <Stars rating={rating} />
              <span>
                <strong>{rating.toFixed(1)}</strong> ({countWords(review_count, 'review', 'reviews')})
              </span>
            </>
          ) : (
            <span>No reviews yet</span>
          )}
          {location && (
            <span className="inline-flex items-center gap-1.5 text-muted">
              <MapPin size={17} strokeWidth={1.9} aria-hidden="true" />
              {location}
            </span>
          )}
        </div>
        {license && <LicenseBadge license={license} />}
      </div>
      <div className={styles.actions}>
        {ways && (
          <>
            <Button onClick={ways.onMessage}>
              <MessageSquare size={18} aria-hidden="true" />
              Message
            </Button>
            <Button variant="outlined" onClick={ways.onChat}>
              <MessagesSquare size={18} aria-hidden="true" />
              Chat
            </Button>
          </>
        )}
        {phone && (
          <ButtonLink variant="outlined" to={phoneHref(phone)} aria-label={`Call ${name}`}>
            <Phone size={18} aria-hidden="true" />
            Call
          </ButtonLink>
        )}
        <ButtonLink variant="outlined" to={emailHref(email)} aria-label={`Email ${name}`}>
          <Mail size={18} aria-hidden="true" />
          Email
        </ButtonLink>
        {!ways && (
          <ButtonLink to="/profile" variant="plain">
            <Pencil size={17} aria-hidden="true" />
            Edit Profile
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

/** What an admin found in the register of the Professional Regulation Commission. */
function LicenseBadge({ license: { number, checked_at, expires_on } }: { license: PublicLicense }) {
  return (
    <p
      className={`flex items-start gap-2 mt-2 py-2 px-3 rounded-sm bg-primary-soft text-sm leading-[1.4] text-left ${styles.license}`}
    >
      <ShieldCheck size={18} strokeWidth={1.9} aria-hidden="true" />
      <span>
        <strong>
          Licence checked on <time dateTime={checked_at}>{formatDay(checked_at)}</time>
        </strong>{' '}
        <span className="block text-muted wrap-anywhere">
          PRC number {number}, good until <time dateTime={expires_on}>{formatDay(expires_on)}</time>
        </span>
      </span>
    </p>
  );
}
