/**
 * Where a spreadsheet would start a formula: at the start of a text, and after a cell separator. With a decimal comma,
 * as in Armenia, spreadsheets split texts at semicolons and line breaks even inside quotes.
 */
const BEGINS_FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r])/g

/** Puts an apostrophe wherever a spreadsheet would start a formula, because people write perk names and reasons. */
export const noFormula = (text: string): string => text.replace(BEGINS_FORMULA, "$1'")
