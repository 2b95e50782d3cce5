import type { Knex } from 'knex'
import { migration as peopleAndBusinesses } from './0001-people-and-businesses.ts'
import { migration as readModels } from './0002-read-models.ts'
import { migration as quota } from './0003-quota.ts'
import { migration as eventOutbox } from './0004-event-outbox.ts'
import { migration as mailOutbox } from './0005-mail-outbox.ts'
import { migration as accounts } from './0006-accounts.ts'
import { migration as settings } from './0010-settings.ts'
import { migration as billing } from './0011-billing.ts'
import { migration as receipts } from './0012-receipts.ts'
import { migration as paidRenewals } from './0013-paid-renewals.ts'
import { migration as replays } from './0020-replays.ts'
import { migration as staff } from './0021-staff.ts'
import { migration as selfCheck } from './0022-self-check.ts'
import { migration as ledgerLog } from './0023-ledger-log.ts'
import { migration as reviews } from './0030-reviews.ts'
import { migration as rowChanges } from './0031-row-changes.ts'
import { migration as redemptionReminders } from './0032-redemption-reminders.ts'
import { migration as reservationsByStream } from './0033-reservations-by-stream.ts'
import { migration as selfCheckProgress } from './0034-self-check-progress.ts'
import { migration as maskedDiffs } from './0035-masked-diffs.ts'
import { migration as deadFarewells } from './0036-dead-farewells.ts'
import { migration as peopleLookedFor } from './0037-people-looked-for.ts'
import { migration as mailsByTheirTime } from './0038-mails-by-their-time.ts'
import { migration as rowsAndCheckpointAtOnce } from './0039-rows-and-checkpoint-at-once.ts'
import { migration as checkpointMovesFirst } from './0040-checkpoint-moves-first.ts'
import { migration as peopleByPhone } from './0041-people-by-phone.ts'
import { migration as choresCalendar } from './0042-chores-calendar.ts'
import { migration as unverifiedMoves } from './0043-unverified-moves.ts'
import { migration as securityLog } from './0044-security-log.ts'
import { migration as peopleAndTills } from './0045-people-and-tills.ts'
import { migration as reportMail } from './0046-report-mail.ts'
import { migration as attention } from './0047-attention.ts'
import { migration as branches } from './0048-branches.ts'
import { migration as awardedSignUps } from './0049-awarded-sign-ups.ts'
import { migration as managersAccounts } from './0050-managers-accounts.ts'
import { migration as passkeys } from './0051-passkeys.ts'
import { migration as cards } from './0052-cards.ts'
import { migration as secondFactors } from './0053-second-factors.ts'
import { migration as webPush } from './0054-web-push.ts'
import { migration as covers } from './0055-covers.ts'
import { migration as perkPictures } from './0056-perk-pictures.ts'
import { migration as backups } from './0057-backups.ts'
import { migration as accountSnapshots } from './0060-account-snapshots.ts'
import { migration as generationsByDefinitions } from './0061-generations-by-definitions.ts'
import { migration as invoiceTransfers } from './0062-invoice-transfers.ts'
import { migration as businessNotes } from './0063-business-notes.ts'
import { migration as businessesByName } from './0064-businesses-by-name.ts'
import { migration as endsOfPhones } from './0065-ends-of-phones.ts'

export type Migration = { name: string; up(knex: Knex): Promise<void>; down(knex: Knex): Promise<void> }

/** In order of execution; files must be registered here. */
export const migrations: readonly Migration[] = [
  peopleAndBusinesses,
  readModels,
  quota,
  eventOutbox,
  mailOutbox,
  accounts,
  settings,
  billing,
  receipts,
  paidRenewals,
  replays,
  staff,
  selfCheck,
  ledgerLog,
  reviews,
  rowChanges,
  redemptionReminders,
  reservationsByStream,
  selfCheckProgress,
  maskedDiffs,
  deadFarewells,
  peopleLookedFor,
  mailsByTheirTime,
  rowsAndCheckpointAtOnce,
  checkpointMovesFirst,
  peopleByPhone,
  choresCalendar,
  unverifiedMoves,
  securityLog,
  peopleAndTills,
  reportMail,
  attention,
  branches,
  awardedSignUps,
  managersAccounts,
  passkeys,
  cards,
  secondFactors,
  webPush,
  covers,
  perkPictures,
  backups,
  accountSnapshots,
  generationsByDefinitions,
  invoiceTransfers,
  businessNotes,
  businessesByName,
  endsOfPhones,
]
