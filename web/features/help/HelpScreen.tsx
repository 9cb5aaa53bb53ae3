import { helpQuestions } from '#shared/help.ts';
import { contact } from '#web/lib/contact.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';

export function HelpScreen() {
  useTitle(t('Help'));
  return (
    <div className="grid gap-8 max-w-184 mx-auto pt-12 px-gutter pb-0">
      <header>
        <h1 className="text-3xl">{t('Help')}</h1>
        <p className="mt-4 text-lg">
          {t('Questions people ask, and short answers. If yours is not here, write or call us.')}
        </p>
      </header>
      {helpQuestions.map(({ id, question, answer, link }) => (
        <section
          className="scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-4))] pb-8 border-b border-b-line"
          key={id}
          id={id}
          aria-labelledby={`${id}-title`}
        >
          <h2 className="mb-3 text-xl" id={`${id}-title`}>
            {t(question)}
          </h2>
          <p>{t(answer)}</p>
          {link && (
            <p className="mt-3">
              <Link className="inline-flex items-center min-h-6 font-semibold" to={link.to}>
                {t(link.label)}
              </Link>
            </p>
          )}
        </section>
      ))}
      <section aria-labelledby="help-contact-title">
        <h2 className="mb-3 text-xl" id="help-contact-title">
          {t('Contact Us')}
        </h2>
        <p>
          <Trans
            id="Write to <email>{address}</email> or call <phone>{number}</phone>."
            values={{ address: contact.email, number: contact.phone }}
            components={{
              email: <a href={`mailto:${contact.email}`}>{contact.email}</a>,
              phone: <a href={contact.phoneHref}>{contact.phone}</a>,
            }}
          />
        </p>
      </section>
    </div>
  );
}
