import type { Property } from '#shared/contracts/properties.ts';
import { useIsGuest } from '#web/features/auth/index.ts';
import { contactHiddenText } from '#web/lib/contactLinks.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { FactRows, PagePart } from '#web/ui/layout/pageParts.tsx';
import { detailRows } from './propertyRows.ts';
import { contactWays } from './Sidebar.tsx';
import { Surroundings } from './Surroundings.tsx';

interface TabProps {
  property: Property;
}

export function DetailsTab({ property }: TabProps) {
  return (
    <PagePart heading={t('Property Details')}>
      <FactRows rows={detailRows(property)} />
    </PagePart>
  );
}

export function LocationTab({ property }: TabProps) {
  const { address, city, province, coordinates } = property.location;
  return (
    <div className="grid gap-8">
      <PagePart heading={t('Where it is')}>
        <dl className="grid grid-cols-[2fr_1fr_1fr] gap-4 p-4 border border-line rounded-md bg-surface max-md:grid-cols-[1fr_1fr]">
          {[
            [t('Address'), address],
            [t('City'), city],
            [t('Province'), province],
          ].map(([name, value]) => (
            <div key={name} className="max-md:first:col-span-full">
              <dt className="text-muted text-sm">{name}</dt>
              <dd className="font-semibold leading-[1.4]">{value}</dd>
            </div>
          ))}
        </dl>
      </PagePart>
      {coordinates ? (
        <Surroundings property={property} {...coordinates} />
      ) : (
        <p className="text-muted p-4 rounded-md bg-sunken text-[0.9375rem]">
          {t('The exact position of this property is not on the map yet. Ask the agent for directions.')}
        </p>
      )}
    </div>
  );
}

interface AgentTabProps extends TabProps {
  mailHref: string;
  onContact(): void;
}

export function AgentTab({ property, mailHref, onContact }: AgentTabProps) {
  const { agent } = property;
  const isGuest = useIsGuest();
  if (!agent) return <p className="text-muted">{t('This property has no agent right now.')}</p>;
  return (
    <section
      className="flex items-center gap-6 p-6 border border-line rounded-lg bg-surface max-sm:flex-col max-sm:py-6 max-sm:px-4 max-sm:text-center"
      aria-labelledby="agent-name"
    >
      <Avatar className="flex-none!" src={agent.avatar_url} size={112} />
      <div className="min-w-0">
        <h2 dir="auto" id="agent-name">
          {agent.name}
        </h2>
        <p className="text-muted">{t('Real Estate Agent')}</p>
        <ul className="mt-2">
          {contactWays(agent, mailHref).map(({ name, text, href, Icon }) => (
            <li key={name}>
              <a
                className="inline-flex items-center gap-2 min-h-11 font-semibold no-underline wrap-anywhere hover:underline"
                href={href}
              >
                <Icon className="flex-none" size={18} strokeWidth={1.75} />
                {text}
              </a>
            </li>
          ))}
        </ul>
        {isGuest && (
          <Button variant="outlined" onClick={onContact}>
            {t('Log in to see the phone and email')}
          </Button>
        )}
        {agent.contact_hidden_until && (
          <p className="text-muted">{contactHiddenText(agent.contact_hidden_until)}</p>
        )}
      </div>
    </section>
  );
}
