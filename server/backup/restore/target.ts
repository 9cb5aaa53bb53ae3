import type { Database } from '#server/db/connection.ts';

/** The database that is to be replaced, which nobody else can use as long as this is open. */
export interface RestoreTarget {
  /** For people: which database it is. */
  name: string;
  /** An empty database beside it, without any table yet. */
  stage(): Promise<Database>;
  /** Puts the staged database in its place, in one step. @returns where the old one is kept, for people; null: there was none. */
  swap(): Promise<string | null>;
  /** Gives it free; what was staged and not put in place is gone. */
  close(): Promise<void>;
}

/** The database cannot be replaced now. The message is a sentence for people. */
export class TargetBusyError extends Error {}
