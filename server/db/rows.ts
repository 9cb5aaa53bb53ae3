/**
 * Values of raw rows, which the two databases hand over differently: times as text or Date, decimals as number or
 * text, truth as 0/1 or boolean, JSON as text or parsed.
 */

const SQLITE_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) \+00:00$/;

/** @returns ISO-8601 in UTC with milliseconds. @throws {RangeError} the value is no time. */
export function toIso(value: Date | string): string {
  if (value instanceof Date) return value.toISOString();
  const parts = SQLITE_UTC.exec(value);
  return parts ? `${parts[1]}T${parts[2]}Z` : new Date(value).toISOString();
}

export function toNumber(value: number | string): number {
  return typeof value === 'number' ? value : Number(value);
}

export function toBoolean(value: boolean | number): boolean {
  return typeof value === 'boolean' ? value : value !== 0;
}

export function toJson<Value>(value: Value | string): Value {
  return typeof value === 'string' ? (JSON.parse(value) as Value) : value;
}
