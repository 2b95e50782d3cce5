import type { Language } from '#contracts/calls/account/session.ts'
import {
  statementPage,
  type StatementMovement,
  type StatementSpan,
  type StatementSums,
} from '#projections/movements/statement.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { statementCsv, type StatementFile } from './statement-file.ts'
import { statementLine } from './statement-line.ts'

const PAGE = 500

export const entryOf = (movement: StatementMovement): StatementFile['lines'][number] => ({
  line: statementLine(movement),
  deltaTenths: movement.deltaTenths,
  afterTenths: movement.afterTenths,
})

/**
 * The file in parts, the first with a page of lines. `goOn` is called before each further page and ends the file by
 * throwing. Throws also if lines are not those of the sums, so that no file looks whole without all of them.
 */
export async function* csvStatement(
  db: Queryable,
  { language, sums, span }: { language: Language; sums: StatementSums; span: StatementSpan },
  goOn: () => Promise<void>,
): AsyncGenerator<string> {
  const file = statementCsv({ language, sums })
  let [lines, beforeTenths, after] = [0, sums.openingTenths, undefined as string | undefined]
  for (let text = file.opening; ; text = '') {
    const page = await statementPage(db, span, { limit: PAGE, after, beforeTenths })
    const last = page.at(-1)
    lines += page.length
    beforeTenths = last?.afterTenths ?? beforeTenths
    if (page.length < PAGE || !last) {
      if (lines !== sums.movements || beforeTenths !== sums.closingTenths)
        throw new Error(`A statement has ${lines} lines instead of ${sums.movements}, or another balance`)
      yield text + file.lines(page.map(entryOf)) + file.closing
      return
    }
    yield text + file.lines(page.map(entryOf))
    await goOn()
    after = last.position
  }
}
