import { createStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';

export type ToastKind = 'success' | 'error' | 'info';

/** `to`: a link to a page of the site. */
export type ToastAction = { label: string } & ({ onClick(): void } | { to: string });

export interface Toast {
  id: number;
  text: string;
  kind: ToastKind;
  action?: ToastAction | undefined;
}

/** Specification, part 2 §9. */
const TOAST_MS = 3_000;
/** Toasts with an action stay longer. */
const ACTION_TOAST_MS = 7_000;
const MAX_TOASTS = 3;

export const toasts = createStore<readonly Toast[]>([]);
const lastId = scoped(() => 0);

/** Shows a toast for 3 s (7 s with an action). Equal toasts are merged. */
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
