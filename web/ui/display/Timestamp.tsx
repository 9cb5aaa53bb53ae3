import type { ComponentProps } from 'react';
import { fullTime } from '#web/lib/dates.ts';

/** A moment (ISO-8601) in some words, with the full date as its tooltip. */
export function Timestamp({ at, ...time }: ComponentProps<'time'> & { at: string }) {
  return <time {...time} dateTime={at} title={fullTime(at)} />;
}
