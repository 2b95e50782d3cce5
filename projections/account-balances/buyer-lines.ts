export type BuyerLine = { buyerId: number; balanceTenths: number; code: string }
export type BuyersOrder = { sort: 'id' | 'code' | 'points'; order: 'asc' | 'desc' }

/** At most `atMost` lines after the previous page's last, with codes within `span`. */
export type LinesWanted = BuyersOrder & { atMost: number; span: CodeSpan | undefined; after: LastLine | undefined }
export type CodeSpan = { from: string; to: string }
export type LastLine = { key: string; id: string }
