import { BadgeCheck, MapPinned, MessagesSquare, PhilippinePeso } from 'lucide-react';
import { msg } from '#shared/messages.ts';
import { AreaCard } from '#web/features/locations/index.ts';
import { mainAreas } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';

/** The home page below its first screens. */
export function LaterSections() {
  return (
    <>
      <LocationCards />
      <Benefits />
    </>
  );
}

function LocationCards() {
  return (
    <section aria-labelledby="locations-title">
      <SectionHeading
        id="locations-title"
        title={t('Where Metro Manila is moving')}
        text={t('Business districts, bayside towers and new developments: start with the most popular areas.')}
        link={{ to: '/locations', label: t('All locations') }}
      />
      <ul className="grid grid-fit-[13rem] gap-6">
        {mainAreas.map(({ slug, location }) => (
          <li key={slug}>
            <AreaCard
              slug={slug}
              name={location}
              to={`/properties?location=${encodeURIComponent(location)}`}
              location={location}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const benefits = [
  {
    Icon: BadgeCheck,
    title: msg('Listings you can trust'),
    text: msg('We approve every agent before they post, and sold or rented places are clearly marked.'),
  },
  {
    Icon: MapPinned,
    title: msg('Local to the street'),
    text: msg('See what is within walking distance of each address: stations, schools, hospitals and groceries.'),
  },
  {
    Icon: MessagesSquare,
    title: msg('Talk to the agent'),
    text: msg('Ask a question, chat or request a viewing without leaving the page.'),
  },
  {
    Icon: PhilippinePeso,
    title: msg('Prices up front'),
    text: msg('Full prices in pesos, per month for rentals. We tell you when the price of a saved home changes.'),
  },
];

function Benefits() {
  const { siteName } = useSite();
  return (
    <section
      className="py-12 px-[clamp(var(--s-space-5),4vw,var(--s-space-7))] rounded-lg bg-sunken"
      aria-labelledby="benefits-title"
    >
      <h2 className="mb-8 text-2xl" id="benefits-title">
        {t('Why choose {siteName}?', { siteName })}
      </h2>
      <ul className="grid grid-fit-[14rem] gap-y-8 gap-x-6">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title.id}>
            <span className="grid place-items-center w-12 h-12 mb-4 rounded-md bg-primary text-on-primary">
              <Icon size={24} strokeWidth={1.75} />
            </span>
            <h3 className="mb-2">{t(title)}</h3>
            <p className="text-muted text-md">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
