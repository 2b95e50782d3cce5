/**
 * With several APIs, the commands of one account go to one of them (decision 67). This is speed alone: every API may
 * decide every command, because an append carries the expected revision, and the stream knows each command's key. So
 * whenever a peer does not answer, this API decides by itself, even if the peer has decided, too.
 */
import { Agent, request as httpRequest } from 'node:http'
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { commandIdOfRequest, DEADLINE_MS, type CommandRequest, type CommandResult } from '#ledger/waiting.ts'
import { ledgerIds } from '../event-store/ids.ts'
import {
  answerSignatureOf,
  EXECUTE_PATH,
  isSigned,
  MOST_BYTES,
  readResult,
  signatureOf,
  SIGNATURE_HEADER,
  type ForwardedRequest,
} from './messages.ts'
import { ownerOf } from './owner.ts'

/** `all` includes `self`. */
export type Peers = { self: string; all(): readonly string[]; secret: string }
export type ForwardOutcome = 'answered' | 'decided_here'

/** Leaves most of a command's deadline to this API. */
const ANSWER_MS = 1_000
/** Peers are in one private network. */
const CONNECT_MS = 500
/** A peer that did not answer is not asked again for this time, and then by one command alone. */
const AVOIDED_MS = 2_000
const MOST_CONNECTIONS = 32

/** Without a result, `reached` tells whether the peer may have decided. */
type Asked = { result: CommandResult } | { reached: boolean }

export type ForwardingLedger = Ledger & { close(): void }

/** Questions are answered here: they read the stream wherever they are asked. `spanOf`: the parent in a trace. */
export function forwardToOwner(
  own: Ledger,
  { self, all, secret }: Peers,
  {
    onForwarded = () => {},
    spanOf = () => undefined,
  }: {
    onForwarded?: (outcome: ForwardOutcome) => void
    spanOf?: (request: CommandRequest) => string | undefined
  } = {},
): ForwardingLedger {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS })
  /** Peers whose last call failed; `until` is monotonic. */
  const failed = new Map<string, { until: number; tried: boolean }>()

  return {
    ...own,
    async execute(request) {
      const owner = ownerOf(accountStream(request.businessId, request.buyerId), all())
      if (owner === self || !mayAsk(owner)) return own.execute(request)
      const { deadlineMs = DEADLINE_MS, deadlineAt = Date.now() + deadlineMs } = request
      const asked = await ask(owner, request, deadlineAt - Date.now())
      if ('result' in asked) failed.delete(owner)
      else failed.set(owner, { until: performance.now() + AVOIDED_MS, tried: false })
      if ('result' in asked && !isBusy(asked.result)) {
        onForwarded('answered')
        return asked.result
      }
      onForwarded('decided_here')
      const result = await own.execute({ ...request, deadlineAt })
      // The peer may still write the command, so a refusal here is not the last word. A retry with its key settles it.
      const unsettled = 'reached' in asked && asked.reached && result.kind === 'refused'
      return unsettled ? { kind: 'unknown', commandId: commandIdOfRequest(ledgerIds, request) } : result
    },
    close: () => agent.destroy(),
  }

  function mayAsk(peer: string): boolean {
    const failure = failed.get(peer)
    if (!failure) return true
    if (failure.tried || failure.until > performance.now()) return false
    failure.tried = true
    return true
  }

  function ask(peer: string, request: CommandRequest, leftMs: number): Promise<Asked> {
    const parentId = spanOf(request)
    const body = JSON.stringify({
      sentAt: Date.now(),
      leftMs,
      request: withoutDeadline(request),
      ...(parentId !== undefined && { parentId }),
    })
    const signature = signatureOf(body, secret)
    const headers = { [SIGNATURE_HEADER]: signature, 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve) => {
      let reached = false
      const asking = httpRequest(new URL(EXECUTE_PATH, peer), { method: 'POST', agent, headers }, (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response
          .on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > MOST_BYTES) asking.destroy()
            else chunks.push(chunk)
          })
          .on('error', () => resolve({ reached }))
          .on('end', () => {
            const answer = Buffer.concat(chunks)
            const given = response.headers[SIGNATURE_HEADER]
            // A refusal needs no signature: the command is decided here, and a 4xx alone says that nothing was done.
            if (response.statusCode !== 200) resolve({ reached: (response.statusCode ?? 500) >= 500 })
            else if (!isSigned(given, answerSignatureOf(answer, signature, secret))) resolve({ reached })
            else resolve(resultOf(answer, reached))
          })
      })
      const timer = setTimeout(() => {
        asking.destroy()
        // A request that waits for a connection tells nothing of its end.
        resolve({ reached })
      }, ANSWER_MS)
      asking
        .on('socket', (socket) => {
          if (!socket.connecting) {
            reached = true
            return
          }
          const connecting = setTimeout(() => asking.destroy(), CONNECT_MS)
          socket
            .once('connect', () => {
              clearTimeout(connecting)
              reached = true
            })
            .once('close', () => clearTimeout(connecting))
        })
        .on('error', () => resolve({ reached }))
        .on('close', () => {
          clearTimeout(timer)
          resolve({ reached })
        })
        .end(body)
    })
  }
}

function resultOf(answer: Buffer, reached: boolean): Asked {
  try {
    return { result: readResult(answer) }
  } catch {
    return { reached }
  }
}

const isBusy = (result: CommandResult) => result.kind === 'refused' && result.code === 'busy'

function withoutDeadline({ deadlineMs: _ms, deadlineAt: _at, ...request }: CommandRequest): ForwardedRequest {
  return request
}
