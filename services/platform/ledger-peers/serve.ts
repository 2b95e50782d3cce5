import { createServer, type IncomingMessage } from 'node:http'
import type { CommandRequest, CommandResult } from '#ledger/waiting.ts'
import {
  answerSignatureOf,
  EXECUTE_PATH,
  isSigned,
  MOST_BYTES,
  readForwarded,
  resultText,
  signatureOf,
  SIGNATURE_HEADER,
} from './messages.ts'

/**
 * A sender gives up after a second. A message that is older by this machine's clock has waited in a stopped process or
 * a broken network, so its command may have been refused elsewhere meanwhile.
 */
const MOST_AGE_MS = 2_000
const SLOWEST_REQUEST_MS = 2_000
const MOST_CONNECTIONS = 512

export type LedgerServer = { close(): Promise<void> }
/** The ledger of this API itself, so that a forwarded command is never forwarded again. `parentId`: a span's. */
export type ExecuteHere = (request: CommandRequest, parentId: string | undefined) => Promise<CommandResult>

/**
 * Serves this API's ledger to its peers at the address `self`. Refusals have no body: the sender then decides by itself.
 * Throws if the address cannot be listened on.
 */
export async function serveLedger(
  execute: ExecuteHere,
  { self, secret }: { self: string; secret: string },
): Promise<LedgerServer> {
  let closing = false
  const server = createServer(
    { requestTimeout: SLOWEST_REQUEST_MS, headersTimeout: SLOWEST_REQUEST_MS, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      const refuse = (status: number) => void response.writeHead(status, { connection: 'close' }).end()
      if (closing) return refuse(404)
      if (request.method !== 'POST' || request.url !== EXECUTE_PATH) return refuse(404)
      carryOut(request).then(
        (answer) => {
          if (typeof answer === 'number') return refuse(answer)
          if (closing) response.setHeader('connection', 'close')
          response.writeHead(200, { [SIGNATURE_HEADER]: answer.signature }).end(answer.text)
        },
        () => refuse(500),
      )
    },
  )
  server.maxConnections = MOST_CONNECTIONS

  /** A status without a body, if nothing was carried out. */
  async function carryOut(request: IncomingMessage): Promise<number | { text: string; signature: string }> {
    const body = await bodyOf(request)
    if (!body) return 413
    const signature = signatureOf(body, secret)
    if (!isSigned(request.headers[SIGNATURE_HEADER], signature)) return 401
    const forwarded = readForwarded(body)
    if (!forwarded) return 400
    if (Math.abs(Date.now() - forwarded.sentAt) > MOST_AGE_MS) return 409
    const result = await execute({ ...forwarded.request, deadlineMs: forwarded.leftMs }, forwarded.parentId)
    const text = resultText(result)
    return { text, signature: answerSignatureOf(text, signature, secret) }
  }

  const { hostname, port } = new URL(self)
  await new Promise<void>((resolve, reject) => {
    server
      .once('error', (error) => reject(new Error(`LEDGER_SELF: ${error.message}`)))
      .listen(Number(port), hostname.replace(/^\[|\]$/g, ''), resolve)
  })
  return {
    close() {
      closing = true
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
