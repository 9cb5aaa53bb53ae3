import { t } from '#web/lib/i18n.tsx';
import { createStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';
import { forgetWithSession } from '#web/platform/sessionStorage.ts';
import { dismissToast, showToast, type ToastKind, toasts } from '#web/ui/dialogs/showToast.ts';

interface UndoStep {
  id: number;
  /** The change in the toast's words: 'Maria Santos is done'. */
  words: string;
  undo(): void;
}

const MAX_STEPS = 20;

/** Changes that can be undone, the latest last. */
const steps = createStore<readonly UndoStep[]>([]);
const lastId = scoped(() => 0);

/** Shows the step's words with a button, and keeps it for the key 'u'. @returns the step's id, for `dropUndo`. */
export function offerUndo(words: string, undo: () => void, kind: ToastKind = 'success'): number {
  const id = lastId() + 1;
  lastId.set(id);
  steps.set([...steps.get(), { id, words, undo }].slice(-MAX_STEPS));
  showToast(words, kind, { label: t('Undo'), onClick: () => takeBack(id) });
  return id;
}

/** Forgets a refused step and its message without taking it back. */
export function dropUndo(id: number): void {
  const step = steps.get().find((other) => other.id === id);
  if (!step) return;
  steps.set(steps.get().filter((other) => other !== step));
  const toast = toasts.get().find(({ text }) => text === step.words);
  if (toast) dismissToast(toast.id);
}

/** Takes one step back; a step taken back before stays as it is. */
function takeBack(id: number): void {
  const step = steps.get().find((other) => other.id === id);
  if (!step) return;
  dropUndo(id);
  step.undo();
}

/** Takes the latest step back, and says which it was. */
export function undoLast(): void {
  const step = steps.get().at(-1);
  if (step) takeBack(step.id);
  showToast(step ? t('Undone: {words}', { words: step.words }) : t('There is nothing to undo'), 'info');
}

/** One person's steps do not concern the next. */
forgetWithSession(() => steps.set([]));
