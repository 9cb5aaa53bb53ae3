import { useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { currentI18n, t } from '#web/lib/i18n.tsx';
import { addressPrefix, languageChoices, openInLanguage } from '#web/lib/language.ts';
import { useIsNavigating, useLocation } from '#web/lib/router.tsx';

/** @returns a function that sets the language of this browser and, for a signed-in account, its settings. */
export function useChooseLanguage(): (code: string) => Promise<void> {
  const { user, replaceUser } = useSession();
  return async (code) => {
    if (user) {
      const body = { language: { interface: code } };
      // Without the server the browser keeps the choice by itself.
      await callApi('settings.update', { body }).catch(() => undefined);
      replaceUser({ ...user, language: code });
    }
    openInLanguage(code);
  };
}

interface LanguageLinksProps {
  className: string;
  linkClassName: string;
  /** Shows 'EN' and 'FIL'; the languages' names are read out. */
  isShort?: boolean;
}

/** The page in each language: links, which search engines follow. No landmark beside the footer's. */
export function LanguageLinks({ className, linkClassName, isShort = false }: LanguageLinksProps) {
  const { pathname, search } = useLocation();
  const choose = useChooseLanguage();
  const choices = languageChoices(pathname, search);
  if (choices.length < 2) return null;
  return (
    <ul className={className} aria-label={t('Language')}>
      {choices.map(({ code, name, href, isCurrent }) => (
        <li key={code}>
          <a
            className={`${linkClassName} aria-[current]:font-bold`}
            href={href}
            hrefLang={code}
            lang={code}
            aria-current={isCurrent ? 'true' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              void choose(code);
            }}
          >
            {isShort && <span aria-hidden="true">{code.toUpperCase()}</span>}
            <span className={isShort ? 'visuallyHidden' : undefined}>{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Longer than the navigation that follows a login. */
const SETTLED_MS = 500;

/** Applies the account's language in a new browser; an address that names a language stays as it is. */
export function useFollowChosenLanguage(): void {
  const chosen = useSession().user?.language ?? null;
  const isSettled = !useIsNavigating();
  useEffect(() => {
    const isOther = chosen !== null && chosen !== currentI18n().locale && addressPrefix() === '/';
    if (!isOther || !isSettled || !languageChoices('/', '').some(({ code }) => code === chosen)) return;
    const timer = setTimeout(() => openInLanguage(chosen), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [chosen, isSettled]);
}
