import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  set,
  useForm as useHookForm,
} from 'react-hook-form';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useKeptDraft } from './useKeptDraft.ts';

/** A sentence for each field that is not as it must be; a nested field is named by its path ('agent.title'). */
export type Problems<Values extends FieldValues> = Partial<Record<Path<Values>, string>>;

interface FormPlan<Values extends FieldValues> {
  /** What it begins with. When these change, fields that were not edited follow, and edited ones stay. */
  values: Values;
  /** What is wrong with it: at its fields, or as one sentence for all. */
  check?(values: Values): Problems<Values> | string | null;
  /** Fields that are marked, too, where `check` says one sentence for all and nothing was typed in them. */
  required?: readonly Path<Values>[];
  /** @returns what is saved now, where the form stays open: fields that were edited meanwhile stay, and stay dirty. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a form that closes answers nothing
  send(values: Values): Promise<Values | undefined | void>;
  /** Said when the server refuses without words of its own; or the sentence made of the error. */
  failure: string | ((error: unknown) => string);
  /** The name of the field that the server calls so; its own unless said. */
  place?(path: string): string;
  /** Said when nothing answers. */
  silent?: string;
  /** Whether its fields are locked while it is being sent. */
  isLocking?: boolean;
  /** The draftKey under which what is typed is kept until it is sent. */
  draft?: string | undefined;
}

/** A form that is checked, then sent, once at a time. Whatever was typed stays; the first fault gets the focus. */
export function useForm<Values extends FieldValues>(plan: FormPlan<Values>) {
  const {
    values,
    check,
    required = [],
    send,
    failure,
    silent,
    place = (path) => path,
    isLocking = true,
  } = plan;
  const element = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [faults, setFaults] = useState(0);
  const isBusy = useRef(false);
  const sentFrom = useRef<HTMLElement>(null);
  const hookForm = useHookForm<Values>({
    defaultValues: values as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (typed) => {
      const found = check?.(typed as Values);
      const blank = () => required.filter((path) => String(get(typed, path) ?? '').trim() === '');
      const problems =
        typeof found === 'string' ? blank().map((path) => [path, t('This is required')]) : null;
      const errors = toErrors<Values>(
        problems ? Object.fromEntries(problems) : ((found as Problems<Values>) ?? {}),
      );
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} };
    },
  });
  const draft = useKeptDraft(plan.draft, hookForm);
  const { formState, getValues, handleSubmit, reset, clearErrors, subscribe } = hookForm;
  // Read here, so that the form is drawn again when it changes.
  const { isDirty, defaultValues } = formState;

  // A fault is no longer told once its field is changed; it is looked for again when the form is sent.
  useEffect(() => {
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => name && clearErrors(name as Path<Values>),
    });
  }, [subscribe, clearErrors]);

  // Once it has been drawn: a locked field cannot take the focus, and what had it has lost it by being locked.
  useEffect(() => {
    if (faults === 0) return;
    const frame = requestAnimationFrame(() => {
      const fault = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (fault) fault.focus();
      else if (document.activeElement === document.body) sentFrom.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [faults]);

  const follow = (saved: Values, sent?: Values) => {
    const edited = keepEdits({ typed: getValues(), before: defaultValues as Values, sent, saved });
    const options = { keepErrors: true, keepFieldsRef: true };
    reset(saved, options);
    reset(edited, { ...options, keepDefaultValues: true });
  };
  const followNow = useRef(follow);
  followNow.current = follow;
  const known = useRef(values);
  useEffect(() => {
    if (isSame(known.current, values)) return;
    known.current = values;
    followNow.current(values);
  }, [values]);

  const showProblems = (problems: Problems<Values>) => {
    for (const [path, message] of Object.entries(problems))
      hookForm.setError(path as Path<Values>, { type: 'refused', message: message as string });
    setFaults((before) => before + 1);
  };

  const refuse = (reason: unknown) => {
    setError(typeof failure === 'string' ? failureSentence(reason, failure, silent) : failure(reason));
    const issues = reason instanceof ApiFailure ? reason.issues : [];
    const placed = issues.map(({ path, message }) => [place(path), message] as const);
    const known = placed.filter(([name]) => get(getValues(), name) !== undefined);
    showProblems(Object.fromEntries(known) as Problems<Values>);
  };

  const sendOnce = async (typed: Values) => {
    const found = check?.(typed);
    if (typeof found === 'string') {
      setError(found);
      return;
    }
    if (isBusy.current) return;
    isBusy.current = true;
    sentFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIsSending(true);
    try {
      const saved = await send(typed);
      draft.forget();
      if (saved) followNow.current(saved, typed);
    } catch (reason) {
      refuse(reason);
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
  };

  return {
    ...hookForm,
    element,
    error,
    isDirty,
    isSending,
    isLocked: isLocking && isSending,
    showProblems,
    keepDraft: draft.keep,
    forgetDraft: draft.forget,
    /** `instead` is done in place of sending, where all is as it must be. */
    submit(event?: FormEvent, instead?: () => void) {
      // For React a dialog's form stands within the one that it was opened from.
      event?.stopPropagation();
      setError(null);
      void handleSubmit(
        (typed) => (instead ? instead() : sendOnce(typed as Values)),
        () => {
          const found = check?.(getValues());
          if (typeof found === 'string') setError(found);
          setFaults((before) => before + 1);
        },
      )(event);
    },
    /** Gives up what was edited. */
    discard() {
      setError(null);
      reset(defaultValues as Values, { keepFieldsRef: true });
    },
  };
}

function toErrors<Values extends FieldValues>(problems: Problems<Values>): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const [path, message] of Object.entries(problems))
    if (message) set(errors, path, { type: 'check', message });
  return errors;
}

interface Edits<Values> {
  typed: Values;
  /** What was saved when the form was last as it is saved. */
  before: Values;
  /** What the save that has just succeeded was given. */
  sent?: Values | undefined;
  saved: Values;
}

/** What is saved now, with what was edited and is not in it. Lists are taken whole, objects field by field. */
export function keepEdits<Values extends object>({ typed, before, sent, saved }: Edits<Values>): Values {
  const names = Object.keys(typed) as (keyof Values)[];
  const kept = names.map((name) => {
    const value = typed[name];
    if (isRecord(value) && isRecord(before[name]) && isRecord(saved[name]))
      return [
        name,
        keepEdits({ typed: value, before: before[name], sent: sent?.[name] as object, saved: saved[name] }),
      ];
    const isEdited = !isSame(value, sent ? sent[name] : before[name]);
    return [name, isEdited ? value : saved[name]];
  });
  return { ...saved, ...Object.fromEntries(kept) };
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
