import { DataTypes, type ModelAttributeColumnOptions, type ModelOptions } from 'sequelize';

/** Every table keeps snake_case columns, the names the wire uses too. */
export const stamped = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  underscored: true,
} satisfies ModelOptions;

export const unstamped = { timestamps: false, underscored: true } satisfies ModelOptions;

export const primaryKey = {
  type: DataTypes.INTEGER,
  primaryKey: true,
  autoIncrement: true,
} satisfies ModelAttributeColumnOptions;

/** A reference to another row; what happens when that row goes is the migration's to say. */
export const reference = (options: { required: boolean }) =>
  ({ type: DataTypes.INTEGER, allowNull: !options.required }) satisfies ModelAttributeColumnOptions;

export const text = (options: { required: boolean }) =>
  ({ type: DataTypes.TEXT, allowNull: !options.required }) satisfies ModelAttributeColumnOptions;

export const time = (options: { required: boolean }) =>
  ({ type: DataTypes.DATE, allowNull: !options.required }) satisfies ModelAttributeColumnOptions;

export const json = <Value>(defaultValue: Value) =>
  ({ type: DataTypes.JSON, allowNull: false, defaultValue }) satisfies ModelAttributeColumnOptions;

export const flag = (defaultValue: boolean) =>
  ({ type: DataTypes.BOOLEAN, allowNull: false, defaultValue }) satisfies ModelAttributeColumnOptions;

export const integer = (options: { required: boolean; defaultValue?: number }) =>
  ({
    type: DataTypes.INTEGER,
    allowNull: !options.required,
    defaultValue: options.defaultValue,
  }) satisfies ModelAttributeColumnOptions;

/** Both databases hand decimals back differently (number or text); the services see numbers. */
export function decimal(name: string, precision: number, scale: number): ModelAttributeColumnOptions {
  return {
    type: DataTypes.DECIMAL(precision, scale),
    allowNull: false,
    get() {
      const stored: unknown = this.getDataValue(name as never);
      return stored === null || stored === undefined ? stored : Number(stored);
    },
  };
}
