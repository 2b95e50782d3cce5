/**
 * Read models under one checkpoint, in the order in which they are applied: movements read the balances of the same
 * batch, visits and attention read its movements, and the day report reads movements, redemptions and history. A version
 * with new or changed ones builds a generation of its own (runtime/generations/own-generation.ts).
 */
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { accountBalances } from './account-balances/projection.ts'
import { attention } from './attention/projection.ts'
import { businessHistory } from './business-history/projection.ts'
import { businessStats } from './business-stats/projection.ts'
import { buyerVisits } from './buyer-visits/projection.ts'
import { dailyBook } from './daily-book/projection.ts'
import { dayReport } from './day-report/projection.ts'
import { monthlyTransactions } from './monthly-transactions/projection.ts'
import { movements } from './movements/projection.ts'
import { redemptions } from './redemptions/projection.ts'
import { supportVisits } from './support-visits/projection.ts'
import { definitionsOf } from './runtime/generations/definitions.ts'
import type { ReadModel } from './runtime/generations/read-model.ts'

/** To be raised when the columns stay and what a row means changes. */
const MEANING = 1

export const readModels: readonly ReadModel[] = [
  accountBalances,
  movements,
  buyerVisits,
  redemptions,
  businessStats,
  monthlyTransactions,
  dailyBook,
  businessHistory,
  dayReport,
  attention,
  supportVisits,
]

const found = definitionsOf(readModels, MEANING)
if (found !== READ_MODELS)
  throw new Error(
    `The read models have changed: READ_MODELS in services/platform/postgres/read-models.ts has to be '${found}'`,
  )
