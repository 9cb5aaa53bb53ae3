import { Award, Handshake, Scale, UserRoundCheck } from 'lucide-react';
import { useId } from 'react';
import { areaPicture } from '#web/features/locations/index.ts';
import { contact } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { achievements, leaders, mission, timeline, values, vision } from './company.ts';
import { Portrait } from './Portrait.tsx';

export function AboutScreen() {
  const { siteName } = useSite();
  useTitle(t('About Us'));
  return (
    <div className="grid gap-section max-w-page mx-auto pt-12 px-gutter pb-0 *:min-w-0">
      <header className="grid gap-8 lg:grid-cols-[1.1fr_1fr] lg:items-center lg:gap-12">
        <div>
          <h1 className="text-3xl">{t('About {siteName}', { siteName })}</h1>
          <p className="mt-4 text-muted text-xl leading-[1.45]">
            {t(
              'Silong is the Filipino word for shelter: the shade under a roof, a tree, an open door. We help people in Metro Manila find theirs.',
            )}
          </p>
        </div>
        <img
          className="w-full h-auto aspect-3/2 rounded-lg object-cover bg-skeleton"
          src={areaPicture('san-juan')}
          alt=""
          width={960}
          height={640}
          fetchPriority="high"
        />
      </header>
      <dl className="grid grid-cols-[repeat(2,1fr)] gap-6 mt-[calc(-1_*_var(--s-space-5))] mx-0 mb-0 py-6 lg:grid-cols-[repeat(4,1fr)] border-y border-y-line">
        {achievements.map(({ figure, label }) => (
          <div className="flex flex-col-reverse" key={label.id}>
            <dt className="text-muted">{t(label)}</dt>
            <dd className="text-primary text-3xl font-[750] leading-[1.15] tracking-[-0.04em]">{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-6 lg:grid-cols-[1fr_1fr]">
        <Purpose title={t('Our Mission')} text={t(mission)} ground="bg-primary-soft" />
        <Purpose title={t('Our Vision')} text={t(vision)} ground="bg-sunken" />
      </div>
      <CoreValues />
      <Timeline />
      <Leadership />
      <section
        className="grid justify-items-center gap-3 py-12 px-6 rounded-lg bg-inverse text-ink-inverse text-center [&_:focus-visible]:outline-accent"
        aria-labelledby="invitation-title"
      >
        <h2 className="text-2xl" id="invitation-title">
          {t('Ready to find your place?')}
        </h2>
        <p className="max-w-136 text-ink-inverse/85">
          {t('Look around first, or tell us what you need and we will point you to the right agent.')}
        </p>
        <div className="flex flex-wrap justify-center gap-3 mt-3">
          <ButtonLink
            to="/properties"
            size="large"
            className="bg-accent! text-[#2b1d00]! hover:bg-[color-mix(in_srgb,var(--s-accent)_85%,white)]!"
          >
            {t('Browse Properties')}
          </ButtonLink>
          <a
            className="inline-flex items-center min-h-13 px-6 border border-ink-inverse/45 rounded-md text-ink-inverse font-semibold no-underline hover:border-ink-inverse"
            href={`mailto:${contact.email}`}
          >
            {t('Contact Us')}
          </a>
        </div>
      </section>
    </div>
  );
}

function Purpose({ title, text, ground }: { title: string; text: string; ground: string }) {
  const id = useId();
  return (
    <section
      className={`p-[clamp(var(--s-space-5),3vw,var(--s-space-7))] rounded-lg ${ground}`}
      aria-labelledby={id}
    >
      <h2 className="text-primary text-base [letter-spacing:0]" id={id}>
        {title}
      </h2>
      <p className="mt-3 text-xl leading-[1.4] tracking-[-0.01em] text-balance">{text}</p>
    </section>
  );
}

const icons = { client: UserRoundCheck, integrity: Scale, excellence: Award, team: Handshake };

function CoreValues() {
  return (
    <section aria-labelledby="values-title">
      <h2 id="values-title" className="mb-6 text-2xl">
        {t('Our Core Values')}
      </h2>
      <ul className="grid grid-fit-[15rem] gap-6">
        {values.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li className="p-6 border border-line rounded-lg bg-surface" key={icon}>
              <Icon className="mb-4 text-primary" size={28} strokeWidth={1.75} />
              <h3 className="mb-2">{t(title)}</h3>
              <p className="text-muted text-[0.9375rem]">{t(text)}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Timeline() {
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="mb-6 text-2xl">
        {t('Our Journey')}
      </h2>
      <ol className="ml-2 xl:grid xl:ml-0 xl:grid-cols-[repeat(5,1fr)]">
        {timeline.map(({ year, title, text }) => (
          <li
            className="relative pt-0 pr-0 pb-6 pl-6 border-l-2 border-l-line last:border-transparent last:pb-0 before:absolute before:top-1 before:left-[calc(-0.5rem_-_1px)] before:w-4 before:h-4 before:border-4 before:border-page before:rounded-full before:bg-accent before:shadow-[0_0_0_1px_var(--s-border-strong)] before:content-[''] xl:pt-6 xl:pr-6 xl:pb-0 xl:pl-0 xl:border-t-2 xl:border-t-line xl:border-l-0 xl:last:pr-0 xl:last:border-line xl:before:top-[calc(-0.5rem_-_1px)] xl:before:left-0"
            key={year}
          >
            <span className="text-primary font-[750]">{year}</span>
            <h3>{t(title)}</h3>
            <p className="mt-1 text-muted text-[0.9375rem]">{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Leadership() {
  return (
    <section aria-labelledby="leadership-title">
      <h2 id="leadership-title" className="mb-6 text-2xl">
        {t('Our Leadership Team')}
      </h2>
      <ul className="grid grid-fit-[13rem] gap-6">
        {leaders.map(({ portrait, name, position, text }) => (
          <li className="overflow-hidden border border-line rounded-lg bg-surface" key={name}>
            <Portrait of={portrait} />
            <div className="p-6">
              <h3>{name}</h3>
              <div className="mt-0.5 text-primary text-sm font-[650]">{t(position)}</div>
              <p className="mt-3 text-muted text-[0.9375rem]">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
