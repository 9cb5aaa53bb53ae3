import { createStore } from '#web/lib/store.ts';

const open = createStore<readonly HTMLDialogElement[]>([]);

const without = (dialog: HTMLDialogElement) => open.get().filter((other) => other !== dialog);

/** The open modal dialogs, the topmost last. Everything below the topmost is inert. */
export const openModals = {
  add: (dialog: HTMLDialogElement) => open.set([...without(dialog), dialog]),
  remove: (dialog: HTMLDialogElement) => open.set(without(dialog)),
  top: (): HTMLDialogElement | null => open.get().at(-1) ?? null,
  subscribe: open.subscribe,
};
