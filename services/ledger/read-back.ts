/**
 * Commands from before a snapshot. It keeps only where the log has their events, because a command id must be known
 * for ever, and is hardly ever repeated so late. A repeated one is read back before anything is decided.
 */
import { accountEvent, type AccountState, type SeenCommand } from './account/account.ts'
import { UnreadableEvent, type EventStore } from './event-store.ts'
import { lookUp, withEntry } from './persistent-map.ts'
import type { FoldedAccount } from './state-cache.ts'

export const isSeen = (state: AccountState, commandId: string): boolean =>
  lookUp(state.commands, commandId) !== undefined || state.recorded?.get(commandId) !== undefined

/** Whether the command was executed, but its events have to be read back first. */
export const isOnlyRecorded = (state: AccountState, commandId: string): boolean =>
  lookUp(state.commands, commandId) === undefined && state.recorded?.get(commandId) !== undefined

/**
 * The account with a command that is only recorded. Throws StoreUnavailable at `deadlineAt` (epoch ms), and
 * UnreadableEvent if the log has other events there.
 */
export async function readBack(
  stream: string,
  account: FoldedAccount,
  commandId: string,
  { store, deadlineAt }: { store: Pick<EventStore, 'readStream'>; deadlineAt: number },
): Promise<FoldedAccount> {
  const [balanceAfterTenths = 0, first = 0, ...others] = account.state.recorded?.get(commandId) ?? []
  const maxCount = (others.at(-1) ?? first) - first + 1
  const page = await store.readStream(stream, first, { deadlineAt, maxCount })
  const written = page.filter(({ metadata }) => metadata.commandId === commandId)
  const inputHash = written[0]?.metadata.inputHash
  if (inputHash === undefined || written.length !== others.length + 1)
    throw new UnreadableEvent(`${stream}: command ${commandId} is not at revision ${first}`)
  const events = written.map(({ metadata, ...event }) => accountEvent(event, metadata.recordedAt))
  const seen: SeenCommand = { inputHash, events, balanceAfterTenths }
  return { ...account, state: { ...account.state, commands: withEntry(account.state.commands, commandId, seen) } }
}
