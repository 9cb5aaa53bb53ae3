import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const sizeUnits: Record<string, string> = { string: ' characters long', array: ' items long' };

/**
 * The message for an invalid input whose contract has none of its own: zod's messages are for programmers.
 * @returns undefined for issues that contracts do not cause; zod's message stands then.
 */
export function describeIssue(issue: RawIssue): string | undefined {
  const field = issue.path?.join('.') || 'The request';
  if (issue.input === undefined) return `${field} is required`;
  switch (issue.code) {
    case 'invalid_type':
      // A query parameter that is repeated comes as a list.
      if (issue.expected !== 'object' && Array.isArray(issue.input)) return `${field} must be a single value`;
      return `${field} must be ${typeNames[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return oneOf(field, issue.values);
    case 'too_big':
      return `${field} must be at most ${issue.maximum}${sizeUnits[issue.origin] ?? ''}`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}${sizeUnits[issue.origin] ?? ''}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? oneOf(field, issue.options)
        : `${field} is not valid`;
    case 'invalid_format':
      return `${field} is not valid`;
    default:
      return undefined;
  }
}

function oneOf(field: string, values: readonly unknown[]): string {
  return values.length === 1
    ? `${field} must be ${values[0]}`
    : `${field} must be one of ${values.join(', ')}`;
}
