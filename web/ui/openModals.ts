/** The modal dialogs that are open, the topmost last. Everything below the topmost takes no input. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

export const openModals = {
  add: (dialog: HTMLDialogElement) => replace([...open.filter((other) => other !== dialog), dialog]),
  remove: (dialog: HTMLDialogElement) => replace(open.filter((other) => other !== dialog)),
  top: (): HTMLDialogElement | null => open.at(-1) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
