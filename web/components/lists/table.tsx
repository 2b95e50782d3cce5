import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { SideScroll } from './side-scroll.tsx'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Right-aligns numbers. */
  end?: boolean
  /** Makes the heading a sort button. */
  onSort?: () => void
  sorted?: 'asc' | 'desc' | undefined
}

export interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Classes of a row that stands out. */
  rowLook?: (row: Row) => string | undefined
  /** What a row opens below itself, over its whole width. */
  below?: (row: Row) => ReactNode
  /** On a phone each row is a list of cells with their headings. */
  stacks?: boolean
}

/**
 * A narrow screen scrolls it sideways. Explicit roles, because some browsers drop a table's roles when it is stacked.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLook,
  below,
  stacks = false,
}: TableProps<Row>): ReactNode {
  return (
    <SideScroll label={caption}>
      <table role="table" className={classNames('w-full border-collapse text-left', stacks && 'max-sm:block')}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={classNames(stacks && 'max-sm:sr-only')}>
          <tr role="row" className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                aria-sort={column.sorted && (column.sorted === 'asc' ? 'ascending' : 'descending')}
                className={classNames(
                  'py-2.5 pr-4 text-small font-semibold text-ink-soft last:pr-0',
                  column.end && 'text-right',
                )}
              >
                {column.onSort ? (
                  <SortButton title={column.title} sorted={column.sorted} onSort={column.onSort} />
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={classNames(stacks && 'max-sm:block')}>
          {rows.map((row) => {
            const opened = below?.(row)
            return (
              <Fragment key={rowKey(row)}>
                <tr
                  role="row"
                  className={classNames(
                    !opened && 'border-b border-line last:border-0',
                    stacks && 'max-sm:block max-sm:py-2',
                    rowLook?.(row),
                  )}
                >
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      role="cell"
                      className={classNames('py-3 pr-4 last:pr-0', column.end && 'text-right', stacks && STACKED_CELL)}
                    >
                      {stacks && <Heading>{column.title}</Heading>}
                      <span className="contents">{column.cell(row)}</span>
                    </td>
                  ))}
                </tr>
                {Boolean(opened) && (
                  <tr role="row" className={classNames('border-b border-line last:border-0', stacks && 'max-sm:block')}>
                    <td role="cell" colSpan={columns.length} className={classNames('pb-3', stacks && 'max-sm:block')}>
                      {opened}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </SideScroll>
  )
}

const STACKED_CELL =
  'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:py-1 max-sm:pr-0 max-sm:text-right'

/** Visual only: screen readers announce the column's heading. */
function Heading({ children }: { children: string }): ReactNode {
  return (
    <span aria-hidden className="text-left text-small text-ink-soft sm:hidden">
      {children}
    </span>
  )
}

function SortButton({ title, sorted, onSort }: Pick<Column<never>, 'title' | 'sorted' | 'onSort'>): ReactNode {
  const Icon = sorted === undefined ? ArrowUpDown : sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={onSort}
      className="-my-2 inline-flex min-h-11 items-center gap-1.5 text-left font-semibold"
    >
      <span>{title}</span>
      <Icon aria-hidden className="size-4 shrink-0 print:hidden" />
    </button>
  )
}
