import type { ServerContext } from '#server/features/context.ts';
import { toApiError } from '#server/http/errors.ts';

/** The outcome of one row. `changed` is false if the row was in that state already. */
interface Done<Before> {
  name: string;
  before: Before;
  changed: boolean;
}

interface Result<Before> {
  id: number;
  name: string | null;
  outcome: 'changed' | 'unchanged' | 'refused';
  before: Before | null;
  error: string | null;
  code: string | null;
}

/**
 * Decides on chosen rows one after the other, each in a transaction of its own. @returns the outcome of each row.
 * @param nameOf the name of a refused row; null for a missing one.
 * @throws an error that concerns all rows (session ended, database unreachable) while nothing is done.
 */
export async function decideEach<Before>(
  { log }: Pick<ServerContext, 'log'>,
  ids: readonly number[],
  decide: (id: number) => Promise<Done<Before>>,
  nameOf: (id: number) => Promise<string | null>,
): Promise<{ results: Result<Before>[]; changed: number }> {
  const results: Result<Before>[] = [];
  let changed = 0;
  for (const id of ids)
    try {
      const { changed: isChanged, ...done } = await decide(id);
      if (isChanged) changed += 1;
      results.push({ id, ...done, outcome: isChanged ? 'changed' : 'unchanged', error: null, code: null });
    } catch (error) {
      const { status, message, code } = toApiError(error);
      if (changed === 0 && (status === 401 || status >= 500)) throw error;
      // The caller may no longer act: the outcome of the earlier rows still has to be answered.
      if (status >= 500) log.error({ err: error }, 'one of several rows could not be decided on');
      const name = await nameOf(id).catch(() => null);
      results.push({ id, name, outcome: 'refused', before: null, error: message, code });
    }
  return { results, changed };
}
