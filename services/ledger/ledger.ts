/**
 * The port to the ledger: commands, and named questions about one account. Each is answered where the account is
 * folded, because a folded account is far too large to hand to another thread.
 */
import type { Award } from './account/account.ts'
import type { CommandRequest, CommandResult } from './waiting.ts'

export interface Ledger {
  /**
   * Always settles within its deadline. Rejects only on a fault: an unreadable event or a store that refuses the
   * append.
   */
  execute(request: CommandRequest): Promise<CommandResult>
  /**
   * Whether the account has executed the command. Like the questions below, it reads the stream first, and throws
   * StoreUnavailable after DEADLINE_MS or UnreadableEvent.
   */
  seen(businessId: number, buyerId: number, commandId: string): Promise<boolean>
  /** The account's award by its id, voided ones included. */
  award(businessId: number, buyerId: number, awardId: string): Promise<Award | undefined>
  /** The ids of the account's pending redemptions, oldest first. */
  pending(businessId: number, buyerId: number): Promise<string[]>
}
