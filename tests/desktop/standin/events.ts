import type { EventEmitter } from 'node:events';

/** What a listener of Electron is handed first: it may stop what would happen next. */
export interface StoppableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** Tells the listeners. @returns whether one of them prevented what would happen next. */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}, ...rest: unknown[]) {
  const event: StoppableEvent = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  emitter.emit(name, event, ...rest);
  return event.defaultPrevented;
}
