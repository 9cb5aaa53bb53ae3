import { keepKeys } from '#web/lib/keptKeys.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { forgetWithSession } from '#web/platform/sessionStorage.ts';
import type { WayChoice } from './channels.ts';

/** The composer's mode for one client. */
interface ComposerMode {
  isNote: boolean;
  /** The agent's choice; null: the channel the client used last. */
  choice: WayChoice | null;
}

const usual: ComposerMode = { isNote: false, choice: null };

/** By client. Lasts as long as the page. */
const modes = createStore<ReadonlyMap<number, ComposerMode>>(new Map());

export function chooseMode(
  clientId: number,
  mode: ComposerMode | ((before: ComposerMode) => ComposerMode),
): void {
  const next = typeof mode === 'function' ? mode(modes.get().get(clientId) ?? usual) : mode;
  modes.set(new Map(modes.get()).set(clientId, next));
}

export const useMode = (clientId: number): ComposerMode =>
  useStore(modes, (known) => known.get(clientId) ?? usual);

/** Keys of the drafts: an answer and a note apart, so that one is never sent as the other. */
export const replyKey = (clientId: number) => `desk client ${clientId}`;
export const noteKey = (clientId: number) => `desk note ${clientId}`;

/** Opens the text box as soon as it is drawn; keys typed until then are kept for it. */
export function openComposer(clientId: number, { isNote }: Pick<ComposerMode, 'isNote'>): void {
  chooseMode(clientId, (before) => ({ ...before, isNote }));
  keepKeys(isNote ? noteKey(clientId) : replyKey(clientId));
}

forgetWithSession(() => modes.set(new Map()));
