import type { EventEmitter } from 'node:events';

/** The first argument of Electron's listeners, which can prevent the default. */
export interface StoppableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** Emits the event. @returns whether a listener prevented the default. */
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
