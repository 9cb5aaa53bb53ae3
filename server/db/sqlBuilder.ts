import type { Dialect } from './connection.ts';

export interface Sql {
  text: string;
  parameters: unknown[];
}

/** Numbers the parameters of one statement while its text is written. */
export class SqlBuilder {
  readonly parameters: unknown[] = [];

  constructor(readonly dialect: Dialect) {}

  /** Adds a parameter. @returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }

  isOneOf(column: string, values: readonly string[]): string {
    if (values.length === 1) return `${column} = ${this.bind(values[0])}`;
    return `${column} IN (${values.map((value) => this.bind(value)).join(', ')})`;
  }

  finish(text: string): Sql {
    return { text, parameters: this.parameters };
  }
}
