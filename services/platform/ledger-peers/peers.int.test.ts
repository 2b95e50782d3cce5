import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { Ledger } from '#ledger/ledger.ts'
import type { CommandRequest } from '#ledger/waiting.ts'
import { openLedger } from '#platform/event-store/ledger.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { freePort } from '../../../infra/local/ports.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { forwardToOwner, type ForwardingLedger } from './forward.ts'
import { answerSignatureOf, resultText, signatureOf, SIGNATURE_HEADER } from './messages.ts'
import { ownerOf } from './owner.ts'
import { serveLedger, type LedgerServer } from './serve.ts'

const secret = 'a secret of thirty-two characters.'
let services: TestServices
let peers: string[]
const ends: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  services = await testServices({ redis: false })
  peers = [await freePeer(), await freePeer()]
})

afterAll(async () => {
  for (const end of ends.reverse()) await end()
  await services.close()
})

/** A ledger of its own on the same store, which counts the commands that it decides. */
function openCounted(): { ledger: Ledger; decided: string[] } {
  const { store, ledger } = openLedger(services.eventStoreUrl)
  ends.push(() => store.close())
  const decided: string[] = []
  return {
    decided,
    ledger: {
      ...ledger,
      execute: (request) => {
        decided.push(request.command.type)
        return ledger.execute(request)
      },
    },
  }
}

function forwarding(own: Ledger, self: string, all = peers): { ledger: ForwardingLedger; outcomes: string[] } {
  const outcomes: string[] = []
  const ledger = forwardToOwner(
    own,
    { self, all: () => all, secret },
    { onForwarded: (outcome) => outcomes.push(outcome) },
  )
  ends.push(() => ledger.close())
  return { ledger, outcomes }
}

async function serve(ledger: Ledger, self: string): Promise<LedgerServer> {
  const server = await serveLedger((request) => ledger.execute(request), { self, secret })
  ends.push(() => server.close())
  return server
}

const freePeer = async () => `http://127.0.0.1:${await freePort()}`

/** A peer that does as told with each message: its `target` and the messages that it got. */
async function startOddPeer(handle: (message: Message, response: ServerResponse) => unknown) {
  const target = await freePeer()
  const messages: Message[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const message = { body, ...(JSON.parse(body.toString()) as { request: CommandRequest }) }
      messages.push(message)
      void handle(message, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(target).port), '127.0.0.1', resolve))
  ends.push(() => void server.close())
  return { target, messages }
}
type Message = { body: Buffer; request: CommandRequest }

const BUSINESS = 7
let nextBuyer = 1_000

/** A buyer whose account belongs to the peer. */
function buyerOf(peer: string): number {
  do nextBuyer += 1
  while (ownerOf(accountStream(BUSINESS, nextBuyer), peers) !== peer)
  return nextBuyer
}

const award = (buyerId: number, more: Partial<CommandRequest> = {}): CommandRequest => ({
  businessId: BUSINESS,
  buyerId,
  command: { type: 'AwardPoints', amountAmd: 5_000, receipt: 'A-1' },
  action: { key: randomUUID() },
  actor: { userId: BUSINESS, role: 'business' },
  place: { staffId: randomUUID() },
  correlationId: randomUUID(),
  ...more,
})

const redeem = (buyerId: number, costTenths: number): CommandRequest =>
  award(buyerId, { command: { type: 'RedeemPerk', perkId: 1, perkName: 'Սուրճ', costTenths, code: 'ABCD2345' } })

describe('commands that are forwarded', () => {
  it('are decided by the API of their account, once, whichever API they came to', async () => {
    const [first, second] = [openCounted(), openCounted()]
    await serve(second.ledger, peers[1]!)
    const { ledger, outcomes } = forwarding(first.ledger, peers[0]!)
    const [own, other] = [buyerOf(peers[0]!), buyerOf(peers[1]!)]

    expect(await ledger.execute(award(own))).toMatchObject({ kind: 'done', balanceAfterTenths: 100 })
    const request = award(other)
    const done = await ledger.execute(request)
    expect(done).toMatchObject({ kind: 'done', balanceAfterTenths: 100, position: expect.any(BigInt), replayed: false })
    expect(await ledger.execute(request)).toEqual({ ...done, replayed: true })
    expect(await ledger.execute(redeem(other, 101))).toMatchObject({ kind: 'refused', code: 'insufficient_points' })
    expect(first.decided).toEqual(['AwardPoints'])
    expect(second.decided).toEqual(['AwardPoints', 'AwardPoints', 'RedeemPerk'])
    expect(outcomes).toEqual(['answered', 'answered', 'answered'])
    // What is asked is read from the stream, so the API that decided nothing knows the command, too.
    expect(await ledger.seen(BUSINESS, other, done.commandId)).toBe(true)
  })

  it('are decided here while their API is away, and it is not asked again at once', async () => {
    const here = openCounted()
    const away = [await freePeer(), await freePeer()]
    const { ledger, outcomes } = forwarding(here.ledger, away[0]!, away)
    const buyers = Array.from({ length: 20 }, (_, index) => 5_000 + index)
    const others = buyers.filter((buyer) => ownerOf(accountStream(BUSINESS, buyer), away) === away[1])
    expect(others.length).toBeGreaterThan(2)
    for (const buyer of buyers) expect(await ledger.execute(award(buyer))).toMatchObject({ kind: 'done' })
    expect(here.decided).toHaveLength(buyers.length)
    expect(outcomes, 'the first one alone is tried there').toEqual(['decided_here'])
    // Nothing was sent, so a refusal here is final.
    expect(await forwarding(here.ledger, away[0]!, [away[1]!]).ledger.execute(redeem(5_000, 9_999))).toMatchObject({
      kind: 'refused',
      code: 'insufficient_points',
    })
  })

  it('are written once if the answer of their API is lost', async () => {
    const [first, second] = [openCounted(), openCounted()]
    // Carries the command out, then breaks the connection instead of answering.
    const { target } = await startOddPeer(({ request }, response) =>
      second.ledger.execute(request).finally(() => response.socket?.destroy()),
    )
    const { ledger } = forwarding(first.ledger, 'http://127.0.0.1:1', [target])
    const request = award(8_001)
    expect(await ledger.execute(request)).toMatchObject({ kind: 'done', balanceAfterTenths: 100, replayed: true })
    expect([first.decided, second.decided]).toEqual([['AwardPoints'], ['AwardPoints']])
  })

  it('are not refused for good while the API that did not answer may still write them', async () => {
    const [first, second] = [openCounted(), openCounted()]
    const { target, messages } = await startOddPeer((_message, response) => void response.socket?.destroy())
    const { ledger } = forwarding(first.ledger, 'http://127.0.0.1:1', [target])
    const request = redeem(8_002, 100)
    expect(await ledger.execute(request)).toMatchObject({ kind: 'unknown' })
    // The peer was only slow: points have come meanwhile, and it decides now.
    await second.ledger.execute(award(8_002))
    const late = await second.ledger.execute(messages[0]!.request)
    expect(late).toMatchObject({ kind: 'done', balanceAfterTenths: 0, replayed: false })
    expect(await ledger.execute(request), 'the retry of the caller').toEqual({ ...late, replayed: true })
  })

  it('are decided here if the answer is not signed for them by a peer', async () => {
    const here = openCounted()
    const wrong = { kind: 'done', commandId: randomUUID(), events: [], balanceAfterTenths: 1, position: 1n } as const
    const text = resultText({ ...wrong, replayed: false })
    const answers = [
      () => undefined,
      ({ body }: Message) => answerSignatureOf(text, signatureOf(body, secret), `${secret}!`),
      () => answerSignatureOf(text, signatureOf('another message', secret), secret),
    ]
    for (const signatureFor of answers) {
      const { target, messages } = await startOddPeer((message, response) => {
        const signature = signatureFor(message)
        response.writeHead(200, signature ? { [SIGNATURE_HEADER]: signature } : {}).end(text)
      })
      const { ledger } = forwarding(here.ledger, 'http://127.0.0.1:1', [target])
      const buyer = (nextBuyer += 1)
      expect(await ledger.execute(award(buyer))).toMatchObject({ kind: 'done', balanceAfterTenths: 100 })
      expect(messages).toHaveLength(1)
    }
    expect(here.decided).toHaveLength(answers.length)
  })

  it('are decided here if their API hangs, and then one command at a time asks it again', async () => {
    const here = openCounted()
    let hanging = true
    const other = openCounted()
    const { target, messages } = await startOddPeer(async ({ body, request }, response) => {
      if (hanging) return
      const text = resultText(await other.ledger.execute(request))
      const signature = answerSignatureOf(text, signatureOf(body, secret), secret)
      response.writeHead(200, { [SIGNATURE_HEADER]: signature }).end(text)
    })
    const { ledger, outcomes } = forwarding(here.ledger, 'http://127.0.0.1:1', [target])
    const all = (buyers: number[]) => Promise.all(buyers.map((buyer) => ledger.execute(award(buyer))))
    expect(await ledger.execute(award(8_200))).toMatchObject({ kind: 'done', balanceAfterTenths: 100 })
    await all([8_201, 8_202])
    expect(messages).toHaveLength(1)
    await waitUntil('it is tried again', async () => {
      await all([8_203, 8_204, 8_205])
      return messages.length > 1
    })
    expect(messages, 'by one of three').toHaveLength(2)
    hanging = false
    await waitUntil('it answers', async () => {
      await all([8_203, 8_204, 8_205])
      return outcomes.includes('answered')
    })
    const before = messages.length
    await all([8_206, 8_207, 8_208])
    expect(messages).toHaveLength(before + 3)
  }, 30_000)

  it('are written once if two APIs decide them at the same time', async () => {
    const ledgers = [openCounted(), openCounted()]
    const requests = Array.from({ length: 40 }, (_, index) => award(8_100 + (index % 4)))
    const results = await Promise.all(
      requests.flatMap((request) => ledgers.map(({ ledger }) => ledger.execute(request))),
    )
    for (const result of results) expect(result.kind).toBe('done')
    const { ledger } = openCounted()
    const check = await ledger.execute(award(8_100))
    expect(check, 'ten awards and this one').toMatchObject({ kind: 'done', balanceAfterTenths: 1_100 })
  })
})

describe('a ledger that serves its peers', () => {
  const post = (to: string, body: string, signature = signatureOf(body, secret)) =>
    fetch(`${to}/execute`, { method: 'POST', body, headers: { [SIGNATURE_HEADER]: signature } })
  const message = (request: object, { sentAt = Date.now(), leftMs = 5_000 } = {}) =>
    JSON.stringify({ sentAt, leftMs, request })

  it('takes only signed, recent messages whose every field it knows', async () => {
    const { ledger, decided } = openCounted()
    const self = await freePeer()
    await serve(ledger, self)
    const request = award(9_001)
    const body = message(request)
    const statusOf = async (...sent: [string, string?]) => (await post(self, ...sent)).status
    expect(await statusOf(body, '')).toBe(401)
    expect(await statusOf(body, signatureOf(body, `${secret}!`))).toBe(401)
    expect(await statusOf(body.replace('5000', '6000'), signatureOf(body, secret))).toBe(401)
    expect(await statusOf(message({ ...request, newField: 1 }))).toBe(400)
    expect(await statusOf(message({ ...request, command: { ...request.command, newField: 1 } }))).toBe(400)
    expect(await statusOf(message({ ...request, command: { type: 'NewCommand' } }))).toBe(400)
    expect(await statusOf(message(request, { leftMs: 3_600_000 }))).toBe(400)
    expect(await statusOf('{')).toBe(400)
    expect(await statusOf(message(request, { sentAt: Date.now() - 10_000 }))).toBe(409)
    expect(await statusOf(message(request, { sentAt: Date.now() + 10_000 }))).toBe(409)
    expect(await statusOf('x'.repeat(100_000))).toBe(413)
    expect(await fetch(`${self}/execute`).then(({ status }) => status)).toBe(404)
    expect(await fetch(self, { method: 'POST', body }).then(({ status }) => status)).toBe(404)
    expect(decided).toEqual([])
    const late = await post(self, message(request, { leftMs: 0 }))
    expect(await late.json()).toMatchObject({ kind: 'refused', code: 'busy' })
    expect(await statusOf(body)).toBe(200)
    const repeated = await post(self, body)
    expect(await repeated.json()).toMatchObject({ kind: 'done', balanceAfterTenths: 100, replayed: true })
  })

  it('ends after what it carries out, and keeps no connection', async () => {
    const { ledger } = openCounted()
    const self = await freePeer()
    const gate = Promise.withResolvers<void>()
    let begun = false
    const server = await serveLedger(
      async (request) => {
        begun = true
        await gate.promise
        return ledger.execute(request)
      },
      { self, secret },
    )
    const answer = post(self, message(award(9_100)))
    await waitUntil('the command', () => begun)
    const closed = server.close()
    gate.resolve()
    const { status, headers } = await answer
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    await closed
    await expect(post(self, message(award(9_100)))).rejects.toThrow()
  })
})
