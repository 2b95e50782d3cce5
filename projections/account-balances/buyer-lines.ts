import type { CodeSpan } from '../code-span.ts'
import type { Row } from '../runtime/generations/table.ts'
import type { balancesTable } from './table.ts'

export type BuyerLine = Pick<Row<typeof balancesTable.columns>, 'buyerId' | 'balanceTenths'> & { code: string }
export type BuyersOrder = { sort: 'id' | 'code' | 'points'; order: 'asc' | 'desc' }

/** At most `atMost` lines after the previous page's last, with codes within `span`. */
export type LinesWanted = BuyersOrder & { atMost: number; span: CodeSpan | undefined; after: LastLine | undefined }
export type LastLine = { key: string; id: string }
