export type BuyerLine = { buyerId: number; balanceTenths: number; code: string }
export type BuyersOrder = { sort: 'id' | 'code' | 'points'; order: 'asc' | 'desc' }

/** The lines that a statement looks for: at most so many, after the last one of the page before, with codes of the span. */
export type LinesWanted = BuyersOrder & { atMost: number; span: CodeSpan | undefined; after: LastLine | undefined }
export type CodeSpan = { from: string; to: string }
export type LastLine = { key: string; id: string }
