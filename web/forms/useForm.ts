import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';

export type Problems<Draft> = Partial<Record<keyof Draft, string>>;

interface FormPlan<Draft> {
  initial: Draft;
  /** A sentence for each field that is not as it must be. */
  check(draft: Draft): Problems<Draft>;
  send(draft: Draft): Promise<void>;
  /** Said when the server refuses without words of its own. */
  failure: string;
}

const NETWORK_ERROR = 'Network error. Please try again.';

/** The server's own sentence, else `failure`; silence is a network error. */
export function failureSentence(error: unknown, failure: string): string {
  if (error instanceof NetworkFailure) return NETWORK_ERROR;
  if (error instanceof ApiFailure && error.code !== 'bad_answer' && error.message) return error.message;
  return failure;
}

/** A form that is checked, then sent, once at a time. Whatever was typed stays; a refused field gets the focus. */
export function useForm<Draft extends object>({ initial, check, send, failure }: FormPlan<Draft>) {
  const [start] = useState(initial);
  const [draft, setDraft] = useState(start);
  const [problems, setProblems] = useState<Problems<Draft>>({});
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isShown = useRef(true);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const change = <Field extends keyof Draft>(field: Field, value: Draft[Field]) => {
    setDraft((before) => ({ ...before, [field]: value }));
    if (problems[field] === undefined) return;
    const { [field]: _mended, ...others } = problems;
    setProblems(others as Problems<Draft>);
  };

  const refuse = (reason: unknown) => {
    setError(failureSentence(reason, failure));
    if (reason instanceof ApiFailure) setProblems(fieldProblems(reason, draft));
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const found = check(draft);
    setProblems(found);
    setError(null);
    if (Object.keys(found).length > 0) return;
    setIsSending(true);
    try {
      await send(draft);
    } catch (reason) {
      if (isShown.current) refuse(reason);
    } finally {
      if (isShown.current) setIsSending(false);
    }
  };

  const isDirty = (Object.keys(draft) as (keyof Draft)[]).some((field) => draft[field] !== start[field]);
  return { form, draft, problems, error, isSending, isDirty, change, onSubmit };
}

/** What the server says about single fields, where the form has them. */
function fieldProblems<Draft extends object>({ issues }: ApiFailure, draft: Draft): Problems<Draft> {
  const known = issues.filter(({ path }) => path in draft).map(({ path, message }) => [path, message]);
  return Object.fromEntries(known) as Problems<Draft>;
}
