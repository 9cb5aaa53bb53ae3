import { formatLocale } from '#shared/languages.ts';
import { currentI18n, t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';

interface SpellingSettingsProps {
  /** Null: the computer's own. */
  languages: readonly string[] | null;
  /** None where the system chooses by itself. */
  dictionaries: readonly string[];
  /** Set by whoever manages this computer. */
  isLaidDown: boolean;
  onChange(languages: string[] | null): void;
}

const MOST = 10;

/** Which languages are looked over while one writes. */
export function SpellingSettings({ languages, dictionaries, isLaidDown, onChange }: SpellingSettingsProps) {
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
          {(chosen === null || chosen.length === 0 || isLaidDown) && (
            <p>
              {chosen === null
                ? t('Spelling is checked in this computer’s language.')
                : chosen.length === 0
                  ? t('Spelling is not checked.')
                  : chosen.map((language) => names.of(language) ?? language).join(', ')}
            </p>
          )}
          {!isLaidDown && (
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
              {(chosen?.length ?? 0) < MOST && (
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
