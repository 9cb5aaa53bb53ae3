import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';

interface LegalSection {
  /** Stable: links from elsewhere point at it. */
  id: string;
  heading: string;
  /** A list among the paragraphs is a list of points. */
  paragraphs: readonly (string | readonly string[])[];
}

export interface LegalText {
  updated: string;
  introduction: string;
  sections: readonly LegalSection[];
}

/** A legal text with its table of contents. `build` gets the name of the site. */
export function LegalPage({ title, build }: { title: string; build(siteName: string): LegalText }) {
  const { siteName } = useSite();
  const { updated, introduction, sections } = build(siteName);
  useTitle(title);
  return (
    <div className="grid gap-8 max-w-280 mx-auto pt-12 px-gutter pb-0 xl:grid-cols-[minmax(0,1fr)_17rem] xl:gap-y-8 xl:gap-x-12">
      <header className="xl:col-span-full">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-2 text-muted text-sm">{t('Last updated {updated}', { updated })}</p>
        <p className="max-w-184 mt-4 text-lg">{introduction}</p>
      </header>
      <nav
        className="self-start py-4 px-6 border border-line rounded-md bg-surface xl:sticky xl:top-[calc(var(--s-header-height)_+_var(--s-space-4))] xl:row-[2] xl:col-[2]"
        aria-labelledby="contents-title"
      >
        <h2 className="mb-1 text-sm [letter-spacing:0]" id="contents-title">
          {t('On this page')}
        </h2>
        <ol className="[counter-reset:section]">
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a
                className="flex items-center min-h-11 text-muted text-sm leading-[1.35] no-underline hover:text-primary hover:underline xl:min-h-9"
                href={`#${id}`}
              >
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid gap-8 max-w-176 xl:row-[2] xl:col-[1]">
        {sections.map(({ id, heading, paragraphs }, index) => (
          <section
            className="scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-4))]"
            key={id}
            id={id}
            aria-labelledby={`${id}-title`}
          >
            <h2 className="mb-3" id={`${id}-title`}>
              {index + 1}. {heading}
            </h2>
            {paragraphs.map((paragraph) =>
              typeof paragraph === 'string' ? (
                <p key={paragraph} className="not-first-of-type:mt-3 [ul+&]:mt-3">
                  {paragraph}
                </p>
              ) : (
                <ul className="grid gap-1 pl-5 list-disc [p+&]:mt-3" key={paragraph[0]}>
                  {paragraph.map((item) => (
                    <li className="marker:text-primary" key={item}>
                      {item}
                    </li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
