import { type FormEvent, useEffect, useRef, useState } from 'react';

interface Submission {
  /** What is wrong with what was typed, or null. */
  check(): string | null;
  send(): Promise<void>;
  /** The sentence for a failed `send`. */
  sentenceFor(error: unknown): string;
}

/** A form that is checked, then sent, once at a time. Whatever was typed stays. */
export function useSubmit({ check, send, sentenceFor }: Submission) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isShown = useRef(true);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const problem = check();
    setError(problem);
    if (problem) return;
    setIsBusy(true);
    try {
      await send();
    } catch (failure) {
      if (isShown.current) setError(sentenceFor(failure));
    } finally {
      if (isShown.current) setIsBusy(false);
    }
  };

  return { error, isBusy, onSubmit };
}
