/**
 * Where a formula would begin: at the beginning of a text, and behind what separates cells where the comma stands in numbers, as in Armenia: there a
 * spreadsheet makes cells of their own of a text with a semicolon or with lines, whatever stands around it.
 */
const BEGINS_FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r])/g

/** The text with an apostrophe wherever a spreadsheet would take it for a formula: names of perks and reasons are written by people. */
export const noFormula = (text: string): string => text.replace(BEGINS_FORMULA, "$1'")
