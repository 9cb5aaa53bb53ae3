import { type ComponentProps, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useFormControl } from './Form.tsx';
import { PasswordField } from './fields.tsx';

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete'> & {
  /** The person's name and e-mail address, as passwords made of them are weak. */
  personal?: readonly string[];
};

export function NewPasswordField({ personal = [], ...field }: Props) {
  const minimum = useSite().minPasswordLength;
  const password: unknown = useWatch({ control: useFormControl(), name: field.name });
  return (
    <div className="grid content-start gap-1.5 min-w-0">
      <PasswordField
        placeholder={t('Minimum {minimum} characters', { minimum })}
        {...field}
        autoComplete="new-password"
      />
      <PasswordStrength password={typeof password === 'string' ? password : ''} personal={personal} />
    </div>
  );
}

const strengths = [
  { words: msg('Weak: easy to guess. A longer one is better.'), bars: 1, tone: 'bg-danger' },
  { words: msg('Fair: more words would make it harder to guess.'), bars: 2, tone: 'bg-warning' },
  { words: msg('Good: hard to guess.'), bars: 3, tone: 'bg-success' },
  { words: msg('Strong: very hard to guess.'), bars: 4, tone: 'bg-success' },
];

/** Pause in typing before the password is rated and the rating is read out. */
const PAUSE_MS = 400;

/** Loads the estimator and its dictionaries on the first input; shows nothing without them. */
function PasswordStrength({ password, personal }: { password: string; personal: readonly string[] }) {
  const [score, setScore] = useState<number | null>(null);
  const words = personal.join('\n');
  useEffect(() => {
    let isCurrent = true;
    async function rate(): Promise<number | null> {
      if (password === '') return null;
      const { ratePassword } = await import('./passwordStrength.ts');
      return ratePassword(password, words.split('\n'));
    }
    const timer = setTimeout(
      () =>
        rate().then(
          (rated) => isCurrent && setScore(rated),
          () => isCurrent && setScore(null),
        ),
      PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, words]);

  const strength = score === null || password === '' ? null : strengths[Math.max(0, score - 1)];
  return (
    <div className="empty:absolute" role="status">
      {strength && (
        <p className="flex items-center gap-2.5 text-caption leading-[1.4]">
          <span className="flex flex-none gap-1" aria-hidden="true">
            {strengths.map(({ bars }) => (
              <span
                key={bars}
                className={`w-5 h-1 rounded-full ${bars <= strength.bars ? strength.tone : 'bg-line-strong'}`}
              />
            ))}
          </span>
          {t(strength.words)}
        </p>
      )}
    </div>
  );
}
