import { DataTypes, type Model, type ModelAttributeColumnOptions } from 'sequelize';

declare const typesOfColumn: unique symbol;

/**
 * A column, declared once: Sequelize's options and the type of its values. Migrations make the tables and decide on
 * deletions of referenced rows.
 */
interface Column<Value, IsOptional extends boolean> extends ModelAttributeColumnOptions {
  /** For the compiler alone. `isOptional`: may be missing in a new row. */
  readonly [typesOfColumn]?: { value: Value; isOptional: IsOptional };
}

export type Columns = Record<string, Column<unknown, boolean>>;

type Values<Own extends Columns> = {
  [Name in keyof Own]: Own[Name] extends Column<infer Value, boolean> ? Value : never;
};
type OptionalNames<Own extends Columns> = {
  [Name in keyof Own]: Own[Name] extends Column<unknown, true> ? Name : never;
}[keyof Own];
type NewRow<Own extends Columns> = Omit<Values<Own>, OptionalNames<Own>> &
  Partial<Pick<Values<Own>, OptionalNames<Own>>>;

/** The model instances of a table. */
export type Row<Own extends Columns> = Model<Values<Own>, NewRow<Own>> & Values<Own>;

type Required<Value> = Column<Value, false>;
type Optional<Value> = Column<Value, true>;

const required = (type: ModelAttributeColumnOptions['type']) => ({ type, allowNull: false });

export const id = (): Optional<number> => ({
  type: DataTypes.INTEGER,
  primaryKey: true,
  autoIncrement: true,
});

/** The id of another row. */
export const reference = (): Required<number> => required(DataTypes.INTEGER);

export const key = <Value>(column: Required<Value>): Required<Value> => ({ ...column, primaryKey: true });

export const nullable = <Value>(column: Column<Value, boolean>): Optional<Value | null> => {
  const options: ModelAttributeColumnOptions = column;
  return { ...options, allowNull: true };
};

export const withDefault = <Value>(column: Required<Value>, defaultValue?: Value): Optional<Value> => {
  const options: ModelAttributeColumnOptions = column;
  return { ...options, defaultValue };
};

export function text<Value extends string = string>(): Required<Value>;
export function text<Value extends string = string>(defaultValue: Value): Optional<Value>;
export function text(defaultValue?: string): Column<string, boolean> {
  return { ...required(DataTypes.TEXT), defaultValue };
}

export function integer(): Required<number>;
export function integer(defaultValue: number): Optional<number>;
export function integer(defaultValue?: number): Column<number, boolean> {
  return { ...required(DataTypes.INTEGER), defaultValue };
}

export function flag(): Required<boolean>;
export function flag(defaultValue: boolean): Optional<boolean>;
export function flag(defaultValue?: boolean): Column<boolean, boolean> {
  return { ...required(DataTypes.BOOLEAN), defaultValue };
}

/** Short text of a fixed kind, such as a hash in hexadecimal digits. */
export const shortText = (length: number): Required<string> => required(DataTypes.STRING(length));

export const time = (): Required<Date> => required(DataTypes.DATE);

/** A day of the calendar, '2026-01-31'. */
export const day = (): Required<string> => required(DataTypes.DATEONLY);

export const double = (): Required<number> => required(DataTypes.DOUBLE);

export const json = <Value>(defaultValue: Value): Optional<Value> => ({
  ...required(DataTypes.JSON),
  defaultValue,
});

/** The two databases hand decimals over differently (number or text); the services see numbers. */
export function decimal(name: string, precision: number, scale: number): Required<number> {
  return {
    ...required(DataTypes.DECIMAL(precision, scale)),
    get() {
      const stored: unknown = this.getDataValue(name as never);
      return stored === null || stored === undefined ? stored : Number(stored);
    },
  };
}
