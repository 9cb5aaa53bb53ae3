import { createStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface ToastAction {
  label: string;
  onClick(): void;
}

export interface Toast {
  id: number;
  text: string;
  kind: ToastKind;
  action?: ToastAction | undefined;
}

/** Specification, part 2 §9. */
const TOAST_MS = 3_000;
/** What can be taken back stays long enough to be read and reached. */
const ACTION_TOAST_MS = 7_000;
const MAX_TOASTS = 3;

export const toasts = createStore<readonly Toast[]>([]);
const lastId = scoped(() => 0);

/** Says something at the foot of the window for 3 s (7 s with an action). The same words twice are one toast. */
export function showToast(text: string, kind: ToastKind = 'success', action?: ToastAction): void {
  const others = toasts.get().filter((other) => other.text !== text);
  const id = lastId() + 1;
  lastId.set(id);
  toasts.set([...others, { id, text, kind, action }].slice(-MAX_TOASTS));
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export function clearToasts(): void {
  toasts.set([]);
}

export function toastDuration(toast: Toast): number {
  return toast.action ? ACTION_TOAST_MS : TOAST_MS;
}
