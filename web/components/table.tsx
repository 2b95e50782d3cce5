import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end, under each other. */
  end?: boolean
  /** Makes the heading a button that sorts by this column. */
  onSort?: () => void
  /** How the rows are sorted by this column, where they are. */
  sorted?: 'asc' | 'desc' | undefined
}

export interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** Rows and columns; a narrow screen scrolls it sideways, by keyboard too. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>): ReactNode {
  return (
    <div className="relative -mx-5 overflow-x-auto px-5 sm:-mx-6 sm:px-6" role="group" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th key={column.key} scope="col" aria-sort={column.sorted && (column.sorted === 'asc' ? 'ascending' : 'descending')} className={classNames('py-2.5 pr-4 text-small font-semibold text-ink-soft last:pr-0', column.end && 'text-right')}>
                {column.onSort ? <SortButton {...column} /> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0">
              {columns.map((column) => (
                <td key={column.key} className={classNames('py-3 pr-4 last:pr-0', column.end && 'text-right')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SortButton({ title, sorted, onSort }: Pick<Column<never>, 'title' | 'sorted' | 'onSort'>): ReactNode {
  const Icon = sorted === undefined ? ArrowUpDown : sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <button type="button" onClick={onSort} className="-my-2 inline-flex min-h-11 items-center gap-1.5 font-semibold">
      {title}
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
