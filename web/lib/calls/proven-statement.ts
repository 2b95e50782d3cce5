/** The file of one account with a proof on every line, up to the newest signed head of the log. */
export const provenStatementFile = (businessId: number, buyerId: number): string =>
  `/api/ledger/statement/${businessId}/${buyerId}`
