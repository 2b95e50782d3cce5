/** A statement with a proof per line, up to the newest signed tree head. */
export const provenStatementFile = (businessId: number, buyerId: number): string =>
  `/api/ledger/statement/${businessId}/${buyerId}`
