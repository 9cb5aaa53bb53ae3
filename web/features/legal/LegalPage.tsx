import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import styles from './LegalPage.module.css';
import type { LegalText } from './legalText.ts';

/** A legal text with its table of contents. `build` gets the name of the site. */
export function LegalPage({ title, build }: { title: string; build(siteName: string): LegalText }) {
  const { siteName } = useSite();
  const { updated, introduction, sections } = build(siteName);
  useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title}</h1>
        <p className={styles.updated}>Last updated {updated}</p>
        <p className={styles.introduction}>{introduction}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">On this page</h2>
        <ol>
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {sections.map(({ id, heading, paragraphs }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              {index + 1}. {heading}
            </h2>
            {paragraphs.map((paragraph) =>
              typeof paragraph === 'string' ? (
                <p key={paragraph}>{paragraph}</p>
              ) : (
                <ul key={paragraph[0]}>
                  {paragraph.map((item) => (
                    <li key={item}>{item}</li>
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
