/** A file that is not to be restored from. The message is one sentence for people. */
export class RefusedBackupError extends Error {
  /** @param reason what is the matter with it, after 'because'. */
  constructor(reason: string) {
    super(`This file cannot be restored, because ${reason}.`);
  }
}
