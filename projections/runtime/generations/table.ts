/**
 * A read model's table, described once by its columns. The DDL, the columns and casts of an INSERT, and the type of the
 * rows that a query returns follow from the description, in its order.
 */
import { moments, plain, texts, uuids } from '../catch-up/columns.ts'

/** A query parameter: an array of PostgreSQL, or NULL. */
type Parameter = Buffer | string | null

export type Column<Written, Read = Written> = {
  /** SQL type. */
  type: string
  collation?: string
  isNullable: boolean
  /** Cast in a SELECT list, where the driver's own value would be inexact. */
  readAs?: string
  write(values: readonly (Written | null)[]): Parameter
  /** For the compiler only. */
  values?: { written: Written; read: Read }
}
type AnyColumn = Omit<Column<never>, 'values'> & { values?: { written: unknown; read: unknown } }
export type Columns = Readonly<Record<string, AnyColumn>>

/** A row to write. */
export type Written<C extends Columns> = { [Field in keyof C]: NonNullable<C[Field]['values']>['written'] }
/** A row as queries return it. */
export type Row<C extends Columns> = { [Field in keyof C]: NonNullable<C[Field]['values']>['read'] }

const column = <Written, Read = Written>(
  type: string,
  write: Column<Written, Read>['write'],
  readAs?: string,
): Column<Written, Read> => ({ type, isNullable: false, write, ...(readAs === undefined ? {} : { readAs }) })

export const integer = column<number>('integer', plain)
/** Tenths, drams, counts: below 2^53. */
export const amount = column<number>('bigint', plain)
/** In the log. */
export const position = column<bigint, string>('bigint', plain, 'text')
export const flag = column<boolean>('boolean', plain)
export const uuid = column<string>('uuid', uuids)
export const text = column<string>('text', texts)
export const moment = column<string | Date, Date>('timestamptz', moments)
/** 'YYYY-MM-DD' */
export const day = column<string>('date', plain)
/** Text that needs no quoting in an array: a type, a role, a state. */
export const word = <Read extends string, Written extends string = Read>() => column<Written, Read>('text', plain)
/** Written as JSON text. */
export const json = <Read>() => column<string, Read>('jsonb', texts)

/** Compared byte by byte, which is faster than by language. */
export const byBytes = <W, R>(column: Column<W, R>): Column<W, R> => ({ ...column, collation: '"C"' })

/** If a batch has no value, the column is sent as NULL, which `unnest` pads. Not for every column of a table. */
export const nullable = <W, R>(column: Column<W, R>): Column<W | null, R | null> => ({
  ...column,
  isNullable: true,
  write: (values) => (values.every((value) => value === null) ? null : column.write(values)),
})

export const columnName = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const fieldsOf = <C extends Columns>(columns: C): [keyof C & string, C[keyof C & string]][] =>
  Object.entries(columns) as [keyof C & string, C[keyof C & string]][]

export type Batch<C extends Columns> = {
  /** Of the columns, in order. */
  names: string
  /** The arguments of `unnest`, after the statement's first `before` parameters. */
  arrays(before?: number): string
  /** The parameters of `arrays`. */
  values(rows: readonly Written<C>[]): Parameter[]
}

/** Rows as one array per column: a statement then writes any number of them by the same plan. */
export function batchOf<C extends Columns>(columns: C): Batch<C> {
  const fields = fieldsOf(columns)
  return {
    names: fields.map(([field]) => columnName(field)).join(', '),
    arrays: (before = 0) => fields.map(([, { type }], index) => `$${before + index + 1}::${type}[]`).join(', '),
    values: (rows) => fields.map(([field, column]) => column.write(rows.map((row) => row[field] as never))),
  }
}

/** A SELECT list whose rows are of type `R`. */
export type Selection<R> = string & { readonly rows?: R }
/** The type of a selection's rows. */
export type RowOf<S extends Selection<unknown>> = NonNullable<S['rows']>

export type Table<C extends Columns> = Batch<C> & {
  table: string
  columns: C
  ddl(schema: string): string
  /** INSERT of `values`, to which ON CONFLICT may be appended. `alias`: the existing row's name there. */
  insert(schema: string, alias?: string): string
  /** Each field's SQL source, from the table or subquery named `alias`. */
  sources(alias?: string): Record<keyof C, string>
  /** The SELECT list of these fields, from the table or subquery named `alias`. */
  select<Field extends keyof C & string>(fields: readonly Field[], alias?: string): Selection<Pick<Row<C>, Field>>
}

export type TableOptions<C extends Columns> = {
  key: readonly (keyof C & string)[]
  /** Percent of a page that INSERT fills. Free space lets an update stay on its page. */
  fillfactor?: number
  keyFillfactor?: number
  /** What follows `CREATE INDEX ON` the table. */
  indexes?: readonly string[]
}

/** Describes a table in `columns` by field name, such as `businessId` for the column `business_id`. */
export function describeTable<C extends Columns>(
  table: string,
  columns: C,
  { key, fillfactor, keyFillfactor, indexes = [] }: TableOptions<C>,
): Table<C> {
  const batch = batchOf(columns)
  const filled = (percent: number | undefined) => (percent === undefined ? '' : ` WITH (fillfactor = ${percent})`)
  const declared = fieldsOf(columns).map(
    ([field, { type, collation, isNullable }]) =>
      `${columnName(field)} ${type}${collation === undefined ? '' : ` COLLATE ${collation}`}${isNullable ? '' : ' NOT NULL'}`,
  )
  const primary = `PRIMARY KEY (${key.map(columnName).join(', ')})${filled(keyFillfactor)}`
  const sourceOf = (field: keyof C & string, alias: string | undefined) => {
    const { readAs } = columns[field]!
    return `${alias === undefined ? '' : `${alias}.`}${columnName(field)}${readAs === undefined ? '' : `::${readAs}`}`
  }
  return {
    ...batch,
    table,
    columns,
    ddl: (schema) =>
      [
        `CREATE TABLE ${schema}.${table} (\n  ${[...declared, primary].join(',\n  ')}\n)${filled(fillfactor)};`,
        ...indexes.map((index) => `CREATE INDEX ON ${schema}.${table} ${index};`),
      ].join('\n'),
    insert: (schema, alias) =>
      `INSERT INTO ${schema}.${table}${alias === undefined ? '' : ` AS ${alias}`} (${batch.names}) SELECT * FROM unnest(${batch.arrays()})`,
    sources: (alias) =>
      Object.fromEntries(fieldsOf(columns).map(([field]) => [field, sourceOf(field, alias)])) as Record<
        keyof C,
        string
      >,
    select: <Field extends keyof C & string>(fields: readonly Field[], alias?: string) =>
      selected(Object.fromEntries(fields.map((field) => [field, sourceOf(field, alias)]))) as Selection<
        Pick<Row<C>, Field>
      >,
  }
}

/** The SELECT list of these SQL sources by field name. */
export const selected = (sources: Readonly<Record<string, string>>): string =>
  Object.entries(sources)
    .map(([field, source]) => `${source} AS "${field}"`)
    .join(', ')
