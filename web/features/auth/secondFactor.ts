import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#web/lib/apiQueries.ts';

/** Whether the caller has one. */
export const secondFactorQuery = queryOptions({
  ...queryOf('accountSecurity.secondFactor'),
  meta: { isPersonal: true },
});
