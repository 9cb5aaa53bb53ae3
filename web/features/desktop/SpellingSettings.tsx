import { formatLocale } from '#shared/languages.ts';
import { currentI18n, t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';

interface SpellingSettingsProps {
  /** Null: the system's language. */
  languages: readonly string[] | null;
  /** Empty on macOS, which chooses the languages itself. */
  dictionaries: readonly string[];
  /** Whether a policy sets the languages. */
  isManaged: boolean;
  onChange(languages: string[] | null): void;
}

const MAX_LANGUAGES = 10;

/** The languages of the spell check. */
export function SpellingSettings({ languages, dictionaries, isManaged, onChange }: SpellingSettingsProps) {
  const names = new Intl.DisplayNames([formatLocale(currentI18n().locale), 'en-PH'], { type: 'language' });
  const chosen = languages?.filter((language) => dictionaries.includes(language)) ?? null;
  const others = dictionaries
    .filter((language) => !chosen?.includes(language))
    .map((language) => ({ value: language, label: names.of(language) ?? language }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <section>
      <h3>{t('Spell check')}</h3>
      {dictionaries.length === 0 ? (
        <p>{t('macOS checks the languages chosen in its keyboard settings.')}</p>
      ) : (
        <>
          {(chosen === null || chosen.length === 0 || isManaged) && (
            <p>
              {chosen === null
                ? t('Spelling is checked in this computer’s language.')
                : chosen.length === 0
                  ? t('Spelling is not checked.')
                  : chosen.map((language) => names.of(language) ?? language).join(', ')}
            </p>
          )}
          {!isManaged && (
            <>
              {chosen && chosen.length > 0 && (
                <span className="flex flex-wrap gap-2">
                  {chosen.map((language) => (
                    <Chip
                      key={language}
                      label={names.of(language) ?? language}
                      onRemove={() => onChange(chosen.filter((one) => one !== language))}
                    />
                  ))}
                </span>
              )}
              {(chosen?.length ?? 0) < MAX_LANGUAGES && (
                <NativeSelect
                  label={t('Add a language')}
                  hint={t('There is no Filipino dictionary. Right-click a word to add it to yours.')}
                  value=""
                  options={[{ value: '', label: t('Choose…') }, ...others]}
                  onChange={(language) => language && onChange([...(chosen ?? []), language])}
                />
              )}
              {chosen !== null && (
                <Button variant="outlined" onClick={() => onChange(null)}>
                  {t('Use the Language of This Computer')}
                </Button>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}
