import type { ServerContext } from '#server/features/context.ts';
import { toApiError } from '#server/http/errors.ts';

/** What came of one row. `changed` is false where it was so already. */
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
 * Decides on chosen rows one after the other, each in a transaction of its own, and tells what came of each.
 * @param nameOf what a row that was refused is called; null where it is not there.
 * @throws what stands against all of them (the caller's session has ended, the database is away) while nothing is done.
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
      // Nobody answers for it any more: what was done before has to be told.
      if (status >= 500) log.error({ err: error }, 'one of several rows could not be decided on');
      const name = await nameOf(id).catch(() => null);
      results.push({ id, name, outcome: 'refused', before: null, error: message, code });
    }
  return { results, changed };
}
