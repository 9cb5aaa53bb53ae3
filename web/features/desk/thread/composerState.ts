import { keepKeys } from '#web/lib/keptKeys.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { forgetWithSession } from '#web/platform/sessionStorage.ts';
import type { WayChoice } from './channels.ts';

/** What the composer is for with one client. */
interface ComposerMode {
  isNote: boolean;
  /** The way the agent chose; null: whichever the client used. */
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

/** Where what is half written is kept: an answer and a note apart, so that one is never sent as the other. */
export const replyKey = (clientId: number) => `desk client ${clientId}`;
export const noteKey = (clientId: number) => `desk note ${clientId}`;

/** Asks for the box to write in, as soon as it is drawn: what is typed until then is kept for it. */
export function openComposer(clientId: number, { isNote }: Pick<ComposerMode, 'isNote'>): void {
  chooseMode(clientId, (before) => ({ ...before, isNote }));
  keepKeys(isNote ? noteKey(clientId) : replyKey(clientId));
}

/** Nothing of one person concerns the next. */
forgetWithSession(() => modes.set(new Map()));
