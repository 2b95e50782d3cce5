/**
 * At the start, and after a separator: with a decimal comma, as in Armenia, spreadsheets split texts at semicolons and
 * line breaks even inside quotes.
 */
const BEGINS_FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r])/g

/** People write perk names and reasons, so formulas are escaped by an apostrophe. */
export const noFormula = (text: string): string => text.replace(BEGINS_FORMULA, "$1'")
