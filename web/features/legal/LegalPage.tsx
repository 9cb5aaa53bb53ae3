import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { useTitle } from '#web/lib/useTitle.ts';

interface LegalPageProps {
  title: string;
  updated: string;
  introduction: string;
  children: ReactElement<LegalSectionProps>[];
}

/** A legal text with its table of contents. */
export function LegalPage({ title, updated, introduction, children }: LegalPageProps) {
  useTitle(title);
  return (
    <div className="grid gap-8 max-w-280 mx-auto pt-12 px-gutter pb-0 xl:grid-cols-[minmax(0,1fr)_17rem] xl:gap-y-8 xl:gap-x-12">
      <header className="xl:col-span-full">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-2 text-muted text-sm">{t('Last updated {updated}', { updated })}</p>
        <p className="max-w-184 mt-4 text-lg">{introduction}</p>
      </header>
      <nav
        className="sticky-aside py-4 px-6 panel rounded-md xl:row-[2] xl:col-[2]"
        aria-labelledby="contents-title"
      >
        <h2 className="mb-1 text-sm [letter-spacing:0]" id="contents-title">
          {t('On this page')}
        </h2>
        <ol className="[counter-reset:section]">
          {children.map(({ props: { id, heading } }) => (
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
        {children.map((section, index) => cloneElement(section, { key: section.props.id, number: index + 1 }))}
      </div>
    </div>
  );
}

interface LegalSectionProps {
  /** Stable: links from elsewhere point at it. */
  id: string;
  heading: string;
  /** Of the page. */
  number?: number;
  /** Each a paragraph, or Points. */
  children: ReactNode;
}

export function LegalSection({ id, heading, number, children }: LegalSectionProps) {
  return (
    <section
      className="scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-4))]"
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <h2 className="mb-3" id={`${id}-title`}>
        {number}. {heading}
      </h2>
      {Children.map(children, (child) =>
        isValidElement(child) && child.type === Points ? (
          child
        ) : (
          <p className="not-first-of-type:mt-3 [ul+&]:mt-3">{child}</p>
        ),
      )}
    </section>
  );
}

/** A list among the paragraphs. */
export function Points({ children }: { children: ReactNode }) {
  return (
    <ul className="grid gap-1 pl-5 list-disc [p+&]:mt-3">
      {Children.map(children, (point) => (
        <li className="marker:text-primary">{point}</li>
      ))}
    </ul>
  );
}
