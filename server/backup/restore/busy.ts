/** The database cannot be replaced now. The message is a sentence for people. */
export class TargetBusyError extends Error {}
