import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
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
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { useKeptDraft } from './useKeptDraft.ts';

/** Error sentences by field; nested fields are named by their path ('agent.title'). */
export type Problems<Values extends FieldValues> = Partial<Record<Path<Values>, string>>;

interface FormPlan<Values extends FieldValues> {
  /** Initial values. Later changes apply to fields that were not edited. */
  values: Values;
  /** The errors: by field, or one sentence for the form. */
  check?(values: Values): Problems<Values> | string | null;
  /** Fields that are also marked if `check` returns one sentence and they are empty. */
  required?: readonly Path<Values>[];
  /** @returns the saved values if the form stays open; fields edited meanwhile stay dirty. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a form that closes returns nothing
  send(values: Values): Promise<Values | undefined | void>;
  /** Error if the server rejects without a sentence, or a function of the error. */
  failure: string | ((error: unknown) => string);
  /** The form's field for a field name of the server; by default the same name. */
  place?(path: string): string;
  /** Error without an answer. */
  silent?: string;
  isLocking?: boolean;
  /** Key of the stored draft (draftKey), which is kept until the form is sent. */
  draft?: string | undefined;
  /** The fields that the draft has; by default all of them. */
  draftFields?: readonly (keyof Values)[];
}

/** A form that is validated, then sent, once at a time. Input stays after errors; the first invalid field gets the focus. */
export function useForm<Values extends FieldValues>(plan: FormPlan<Values>) {
  const { values, check, required = [], send, failure, silent } = plan;
  const { place = (path) => path, isLocking = true } = plan;
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
      const problems = typeof found === 'string' ? blank().map((path) => [path, t('This is required')]) : null;
      const errors = toErrors<Values>(
        problems ? Object.fromEntries(problems) : ((found as Problems<Values>) ?? {}),
      );
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} };
    },
  });
  const draft = useKeptDraft(plan.draft, hookForm, plan.draftFields);
  const { formState, getValues, handleSubmit, reset, clearErrors, subscribe } = hookForm;
  // Read here, to subscribe to changes.
  const { isDirty, defaultValues } = formState;

  // An error disappears when its field changes, and is checked again when the form is sent.
  useEffect(() => {
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => name && clearErrors(name as Path<Values>),
    });
  }, [subscribe, clearErrors]);

  // After the render, as locked fields cannot have the focus.
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
    if (typeof found === 'string') return setError(found);
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
    /** @param instead runs in place of sending if the form is valid */
    submit(event?: FormEvent, instead?: () => void) {
      // React events of a dialog's form reach the form that opened the dialog.
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
  /** The saved values when the form last had no edits. */
  before: Values;
  /** The values of the last successful save. */
  sent?: Values | undefined;
  saved: Values;
}

/** Merges newer edits into the saved values: objects by field, lists as a whole. */
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

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Not on phones, where the keyboard would cover the dialog. */
const hasKeyboard = () => matchesMedia('finePointer');

/** In a dialog: focuses the first empty required field, else the last field. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted || !hasKeyboard()) return;
    // After the dialog's own focus on opening.
    const frame = requestAnimationFrame(() => {
      const found = form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
      const fields = [...(found ?? [])];
      const firstEmpty = fields.find((field) => field.required && field.value === '');
      (firstEmpty ?? fields.at(-1))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [form, isWanted]);
}
