import { History } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { sectionAddress } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { PhoneLink } from '../controls/PhoneLink.tsx';
import { Avatar } from '../display/Avatar.tsx';
import { Badge, type BadgeTone } from '../display/Badge.tsx';

interface DetailGroupProps {
  title: string;
  details?: readonly Detail[];
  /** Keeps line breaks, for texts of people. */
  text?: string | null;
}

/** A section of a details dialog. */
export function DetailGroup({ title, details = [], text }: DetailGroupProps) {
  return (
    <DetailSection title={title}>
      {details.length > 0 && <DetailList details={details} />}
      {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
    </DetailSection>
  );
}

/** The frame of a section, for content that is no list of terms. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="grid gap-3 pt-4 border-t border-t-line" aria-labelledby={id}>
      <h3 id={id} className="text-muted text-caption font-bold tracking-[0.02em]">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A term and its value. Empty values are not shown. */
type Detail = readonly [name: string, value: ReactNode];

const isGiven = ([, value]: Detail) => value !== null && value !== undefined && value !== '' && value !== false;

function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="grid grid-fill-[13rem] gap-y-3 gap-x-6">
      {details.filter(isGiven).map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted text-caption">{name}</dt>
          <dd dir="auto" className="font-[550] wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Contact data as links. */
export const contactDetails = ({ email, phone }: { email: string; phone: string | null }): Detail[] => [
  [
    t('Email'),
    <a key="email" href={`mailto:${email}`}>
      {email}
    </a>,
  ],
  [t('Phone'), phone ? <PhoneLink key="phone" phone={phone} /> : t('Not given')],
];

/** A link to the audit log of one record. */
export function AuditLink({ entityType, entityId }: { entityType: string; entityId: number }) {
  return (
    <Link
      className="inline-flex items-center gap-2 justify-self-start min-h-11 text-sm font-semibold"
      to={sectionAddress('audit', { entity_type: entityType, entity_id: String(entityId) })}
    >
      <History size={16} />
      {t('View in Audit Log')}
    </Link>
  );
}

interface PersonHeadingProps {
  name: string;
  avatarUrl: string | null;
  badges: { tone: BadgeTone | undefined; words: string }[];
}

export function PersonHeading({ name, avatarUrl, badges }: PersonHeadingProps) {
  return (
    <div className="flex items-center gap-4">
      <Avatar src={avatarUrl} size={64} />
      <div>
        <p dir="auto" className="text-xl font-bold tracking-[-0.02em] leading-[1.25] wrap-anywhere">
          {name}
        </p>
        <p className="flex flex-wrap gap-2 mt-2">
          {badges.map(({ tone, words }) => (
            <Badge key={words} {...(tone ? { tone } : {})}>
              {words}
            </Badge>
          ))}
        </p>
      </div>
    </div>
  );
}
