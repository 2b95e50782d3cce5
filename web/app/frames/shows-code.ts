/** The router's state of a business's page that opens with the buyer's code on the whole screen. */
export const SHOWS_CODE = { showsCode: true }

export const showsCode = (state: unknown): boolean => (state as Partial<typeof SHOWS_CODE> | null)?.showsCode === true
