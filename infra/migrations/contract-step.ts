/**
 * Migrations expand, then contract: a version runs on the schema of its neighbours, so that both run during an upgrade
 * (decision 65). What a version no longer uses is dropped by a later one, in a migration named
 * `NNNN-contracts-MMMM-what-for`: versions that have migration MMMM do not miss it.
 */

/** The number of the migration without which a version cannot run after this one. */
export function contractsAfter(name: string): string | undefined {
  return /^\d{4}-contracts-(\d{4})-/.exec(name)?.[1]
}

/** What the version before would miss, or could not write. */
const BREAKS: readonly [what: string, pattern: RegExp][] = [
  ['drops a table', /\bDROP\s+TABLE\b/i],
  [
    'drops a column',
    /\bDROP\s+(COLUMN\b|(?!CONSTRAINT|DEFAULT|NOT|INDEX|FUNCTION|TRIGGER|VIEW|SCHEMA|EXPRESSION|IDENTITY)\w+\s*[,;])/i,
  ],
  ['drops a function', /\bDROP\s+FUNCTION\b/i],
  ['renames', /\bRENAME\s+(COLUMN|TO|\w+\s+TO)\b/i],
  ['changes a type', /\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['requires a value', /\bSET\s+NOT\s+NULL\b/i],
]

/** What in this SQL the version before this migration could not bear. */
export function breaksNeighbours(sql: string): string[] {
  const withoutComments = sql.replaceAll(/--.*$/gm, '')
  const found = BREAKS.filter(([, pattern]) => pattern.test(withoutComments)).map(([what]) => what)
  const added = withoutComments.match(/\bADD\s+COLUMN\b[^,;]*/gi) ?? []
  const required = added.filter((column) => /\bNOT\s+NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column))
  return required.length > 0 ? [...found, 'adds a column that requires a value'] : found
}
