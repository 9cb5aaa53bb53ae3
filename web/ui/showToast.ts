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

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says something at the foot of the window for 3 s (7 s with an action). The same words twice are one toast. */
export function showToast(text: string, kind: ToastKind = 'success', action?: ToastAction): void {
  const toast: Toast = { id: ++lastId, text, kind, action };
  replace([...toasts.filter((other) => other.text !== text), toast].slice(-MAX_TOASTS));
}

export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

export function clearToasts(): void {
  replace([]);
}

export function toastDuration(toast: Toast): number {
  return toast.action ? ACTION_TOAST_MS : TOAST_MS;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}
