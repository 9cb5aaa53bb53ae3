import { Award, Handshake, Scale, UserRoundCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { areaPicture } from '#web/features/locations/index.ts';
import { contact } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import styles from './AboutScreen.module.css';
import { achievements, leaders, mission, timeline, values, vision } from './company.ts';

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
      <dl className="grid grid-cols-[repeat(2,1fr)] gap-6 -mt-6 py-6 border-y border-line lg:grid-cols-[repeat(4,1fr)]">
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
        className="grid justify-items-center gap-3 py-12 px-6 rounded-lg inverse text-center"
        aria-labelledby="invitation-title"
      >
        <h2 className="text-2xl" id="invitation-title">
          {t('Ready to find your place?')}
        </h2>
        <p className="max-w-136 text-ink-inverse/85">
          {t('Look around first, or tell us what you need and we will point you to the right agent.')}
        </p>
        <div className="flex flex-wrap justify-center gap-3 mt-3">
          <ButtonLink to="/properties" size="large" variant="accent">
            {t('Browse Properties')}
          </ButtonLink>
          <ButtonLink
            to={`mailto:${contact.email}`}
            size="large"
            variant="outlined"
            className="border-ink-inverse/45 bg-transparent text-ink-inverse hover:border-ink-inverse"
          >
            {t('Contact Us')}
          </ButtonLink>
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-6 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const icons = { client: UserRoundCheck, integrity: Scale, excellence: Award, team: Handshake };

function CoreValues() {
  return (
    <Part title={t('Our Core Values')}>
      <ul className="grid grid-fit-[15rem] gap-6">
        {values.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li className="p-6 panel" key={icon}>
              <Icon className="mb-4 text-primary" size={28} strokeWidth={1.75} />
              <h3 className="mb-2">{t(title)}</h3>
              <p className="text-muted text-md">{t(text)}</p>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function Timeline() {
  return (
    <Part title={t('Our Journey')}>
      <ol className="ml-2 xl:grid xl:ml-0 xl:grid-cols-[repeat(5,1fr)]">
        {timeline.map(({ year, title, text }) => (
          <li className={styles.event} key={year}>
            <span className="text-primary font-[750]">{year}</span>
            <h3>{t(title)}</h3>
            <p className="mt-1 text-muted text-md">{t(text)}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Leadership() {
  return (
    <Part title={t('Our Leadership Team')}>
      <ul className="grid grid-fit-[13rem] gap-6">
        {leaders.map(({ portrait, name, position, text }) => (
          <li className="overflow-hidden panel" key={name}>
            <Portrait of={portrait} />
            <div className="p-6">
              <h3>{name}</h3>
              <div className="mt-0.5 text-primary text-sm font-[650]">{t(position)}</div>
              <p className="mt-3 text-muted text-md">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Colours, and the hair behind and before the face. */
const looks = {
  isabel: {
    ground: '#f9dcae',
    disc: '#f4b445',
    skin: '#d99e74',
    shade: '#c2835a',
    hair: '#2b211c',
    behind: 'M148 128c0-42 22-66 52-66s52 24 52 66v50c0 8-6 12-14 12h-76c-8 0-14-4-14-12Z',
    front: 'M158 130c-2-38 16-58 42-58s44 20 42 58c-8-10-12-20-14-32-18 14-42 20-62 18-2 6-4 10-8 14Z',
    jacket: '#0b6b5b',
    shirt: '#fff6e2',
    hasGlasses: false,
  },
  ramon: {
    ground: '#cfe6e2',
    disc: '#7fbcb0',
    skin: '#c78a5f',
    shade: '#ad7148',
    hair: '#1d1a1a',
    behind: '',
    front: 'M156 120c-6-36 14-58 44-58s50 22 44 58c-5-6-8-14-8-24-24 4-46 2-62-8-4 12-10 24-18 32Z',
    jacket: '#2c3f57',
    shirt: '#eef3f7',
    hasGlasses: true,
  },
  liza: {
    ground: '#f6cbb6',
    disc: '#e58a70',
    skin: '#e2ab83',
    shade: '#cc9068',
    hair: '#3a241b',
    behind: 'M200 36a22 22 0 1 1 0 44 22 22 0 0 1 0-44ZM156 132c0-44 18-66 44-66s44 22 44 66v12h-88Z',
    front: 'M158 126c-2-36 16-54 42-54s44 18 42 54c-10-14-18-26-24-38-12 16-36 28-60 38Z',
    jacket: '#7a3b52',
    shirt: '#fdeee4',
    hasGlasses: false,
  },
};

/** A drawn portrait; the name is below it. */
function Portrait({ of }: { of: keyof typeof looks }) {
  const { ground, disc, skin, shade, hair, behind, front, jacket, shirt, hasGlasses } = looks[of];
  return (
    <svg
      className="block w-full h-auto aspect-4/3"
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect width="400" height="300" fill={ground} />
      <circle cx="200" cy="160" r="122" fill={disc} />
      <path d={behind} fill={hair} />
      <path d="M84 300c0-54 40-84 116-84s116 30 116 84Z" fill={jacket} />
      <path d="M168 219c8 30 20 50 32 64 12-14 24-34 32-64-10-3-20-4-32-4s-22 1-32 4Z" fill={shirt} />
      <path d="M178 180h44v38c0 12-10 22-22 22s-22-10-22-22Z" fill={shade} />
      <path d="M158 122c0-34 16-52 42-52s42 18 42 52c0 42-18 76-42 76s-42-34-42-76Z" fill={skin} />
      <path d={front} fill={hair} />
      <g fill="#2b211c">
        <ellipse cx="183" cy="134" rx="4" ry="5" />
        <ellipse cx="217" cy="134" rx="4" ry="5" />
      </g>
      <g fill="none" strokeLinecap="round" strokeWidth="4">
        <path d="M175 121q8-5 16-1M209 120q8-4 16 1" stroke={hair} />
        <path d="M184 168q16 14 32 0" stroke="#8f3f3a" />
        <path d="M200 138q-5 12 1 15" stroke={shade} strokeWidth="3" />
        {hasGlasses && (
          <path
            d="M169 134a14 13 0 1 0 28 0a14 13 0 1 0-28 0M203 134a14 13 0 1 0 28 0a14 13 0 1 0-28 0M197 132h6"
            stroke="#22303c"
            strokeWidth="3"
          />
        )}
      </g>
      <path d="M168 219l32 64-38-18-14-40Z" fill="#000" opacity=".12" />
      <path d="M232 219l-32 64 38-18 14-40Z" fill="#000" opacity=".12" />
    </svg>
  );
}
