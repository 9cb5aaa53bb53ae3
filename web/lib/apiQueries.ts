import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { scoped } from '#web/platform/scope.ts';
import { callWith } from './apiClient.ts';
import type { AnswerOf, CallName, Feature, InputArgument, InputOf } from './calls.ts';

/** The key of a call's answer to an input. */
export const keyOf = <Name extends CallName>(
  name: Name,
  ...[input]: InputArgument<Name>
): readonly [Name, InputOf<Name>] => [name, input ?? ({} as InputOf<Name>)];

/** A query for the answer of one call, under the key `[call, input]`. */
export const queryOf = <Name extends CallName>(name: Name, ...given: InputArgument<Name>) =>
  queryOptions<AnswerOf<Name>, Error, AnswerOf<Name>, readonly [Name, InputOf<Name>]>({
    queryKey: keyOf(name, ...given),
    queryFn: ({ signal }) => callWith(name, given, { signal }),
  });

/** The key of the pages of a list that are loaded so far, of one input. */
export const keyOfPages = <Name extends CallName>(name: Name, ...given: InputArgument<Name>) =>
  [...keyOf(name, ...given), 'pages'] as const;

/** The filter of queries for these calls, and for all calls of these features. */
export const ofCalls = (...names: (CallName | Feature)[]) => ({
  predicate: ({ queryKey: [call] }: { queryKey: QueryKey }) =>
    names.some((name) => call === name || (typeof call === 'string' && call.startsWith(`${name}.`))),
});

/** Invalidates answers: of a call to any input, or of all calls of a feature. Shown ones are fetched anew. */
export const invalidate = (client: QueryClient, ...names: (CallName | Feature)[]): Promise<void> =>
  client.invalidateQueries(ofCalls(...names));

const GATHER_MS = 120;
const waiting = scoped(() => new Set<CallName | Feature>());

/** The same for events, which come in bursts: once for all of a moment. */
export function invalidateSoon(client: QueryClient, ...names: (CallName | Feature)[]): void {
  const all = waiting();
  if (all.size === 0)
    setTimeout(() => {
      const gathered = [...all];
      all.clear();
      void invalidate(client, ...gathered);
    }, GATHER_MS);
  for (const name of names) all.add(name);
}
