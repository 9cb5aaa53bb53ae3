import { areas } from '#shared/areas.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { AreaCard } from './AreaCard.tsx';

const groups = [
  { kind: 'city', title: msg('Cities') },
  { kind: 'district', title: msg('Districts') },
] as const;

export function LocationsScreen() {
  useTitle(t('Locations'));
  return (
    <div className="grid gap-12 max-w-page mx-auto pt-12 px-gutter pb-0">
      <header className="max-w-160">
        <h1 className="text-3xl">{t('Locations in Metro Manila')}</h1>
        <p className="mt-3 text-muted text-lg">
          {t(
            'Sixteen cities and one town, no two alike. Start with where you want to live, or with the commute you can live with.',
          )}
        </p>
      </header>
      {groups.map(({ kind, title }) => (
        <section key={kind} aria-labelledby={`${kind}-title`}>
          <h2 id={`${kind}-title`} className="mb-4">
            {t(title)}
          </h2>
          <ul className="grid grid-fill-[17rem] gap-6">
            {areas
              .filter((area) => area.kind === kind)
              .map(({ slug, name, location }) => (
                <li key={slug}>
                  <AreaCard slug={slug} name={name} location={location} to={`/locations/${slug}`} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
