import type { Ledger } from '#ledger/ledger.ts'
import type { CommandRequest } from '#ledger/waiting.ts'
import type { Env } from '../env/env.ts'
import { forwardToOwner, type ForwardOutcome } from './forward.ts'
import { openPeerList } from './peer-list.ts'
import type { ExecuteHere } from './serve.ts'

export type LedgerPeers = {
  /** Decides the commands of its own accounts, and forwards the others'. */
  ledger: Ledger
  /** What this API serves to its peers: the ledger without forwarding. */
  served: { execute: ExecuteHere; self: string; secret: string }
  close(): void
}

/** Undefined without LEDGER_PEERS. `traced`: the ledger whose decisions are children of a peer's span. */
export function openLedgerPeers(
  { LEDGER_SELF: self, LEDGER_PEERS: peers, SESSION_SECRET: secret }: Env,
  own: Ledger,
  {
    onForwarded,
    spanOf,
    traced,
  }: {
    onForwarded(outcome: ForwardOutcome): void
    spanOf(request: CommandRequest): string | undefined
    traced(ledger: Ledger, parentId: string | undefined): Ledger
  },
): LedgerPeers | undefined {
  if (self === undefined || peers === undefined) return undefined
  const list = openPeerList({ self, peers })
  const { close, ...ledger } = forwardToOwner(own, { self, all: list.all, secret }, { onForwarded, spanOf })
  return {
    ledger,
    served: { execute: (request, parentId) => traced(own, parentId).execute(request), self, secret },
    close() {
      list.close()
      close()
    },
  }
}
