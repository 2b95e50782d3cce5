import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditMovements, BalanceSheet, Chain, StoredEvent } from '#contracts/calls/staff/audit.ts'
import type { ConsistencyProof, Heads, InclusionProof } from '#contracts/calls/proofs.ts'
import { isConsistent, leafHash, rootOfInclusion } from '#contracts/verify/merkle.ts'
import { fromHex, toHex } from '#contracts/verify/sha256.ts'
import { headText, isSignedBy } from '#contracts/verify/signatures.ts'
import { verifyFile } from '#contracts/verify/verify-file.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let admin: Person
let auditor: Person
let cafe: Person & { perkIds: number[] }
let bakery: Person & { perkIds: number[] }
let ani: Person & { code: string }
let davit: Person & { code: string }
const codes: string[] = []
let awardIds: string[]

beforeAll(async () => {
  product = await startProduct()
  admin = await signInStaff(product, 'admin')
  auditor = await signInStaff(product, 'auditor')
  cafe = await product.business({ perks: ['3.0'] })
  bakery = await product.business({ perks: ['1.0'] })
  ani = await product.buyer()
  davit = await product.buyer()
  const award = async (business: Person, code: string, amountSpent: number) =>
    String(
      (await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: code, amountSpent })).body[
        'awardId'
      ],
    )
  awardIds = [
    await award(cafe, ani.code, 1_000),
    await award(cafe, ani.code, 2_000),
    await award(cafe, davit.code, 5_000),
    await award(bakery, ani.code, 700),
  ]
  const redeem = async () => {
    const { body } = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
    codes.push(String(body['redemptionCode']))
    return body
  }
  await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, {
    redemptionCode: (await redeem())['redemptionCode'],
  })
  await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${(await redeem())['redemptionId']}`)
  const voided = await cafe.write('POST', `/api/business/${cafe.id}/awards/${awardIds[2]}/void`, {
    reason: 'wrong amount',
  })
  auditor.sees(voided.token)
})
afterAll(() => product.close())

const trace = async (query: string) =>
  (await auditor.get<AuditMovements>(`/api/audit/movements?${query}`)).body.movements
const text = async (who: Person, path: string) => {
  const response = await fetch(`${product.address}${path}`, { headers: { cookie: who.cookie } })
  // Keeps the byte order mark, which `text()` drops.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return { status: response.status, headers: response.headers, text: decoder.decode(await response.arrayBuffer()) }
}

describe('the auditor (H33)', () => {
  it('finds movements by account, business, buyer code, award, redemption, command, actor, time and amount', async () => {
    expect(await trace('')).toHaveLength(8)
    expect((await trace(`business=${cafe.id}`)).every(({ businessId }) => businessId === cafe.id)).toBe(true)
    expect(await trace(`buyerCode=${ani.code.toLowerCase()}`)).toHaveLength(6)
    expect(await trace(`business=${bakery.id}&buyer=${ani.id}`)).toHaveLength(1)
    expect((await trace(`award=${awardIds[2]}`)).map(({ type }) => type)).toEqual(['AwardVoided', 'PointsAwarded'])
    const [redeemed] = await trace('type=PerkRedeemed&limit=1')
    expect((await trace(`redemption=${redeemed!.redemptionId}`)).map(({ type }) => type)).toEqual([
      'PointsRefunded',
      'PerkRedeemed',
    ])
    expect(await trace(`command=${redeemed!.commandId}`)).toHaveLength(1)
    expect(await trace(`actor=${ani.id}`)).toHaveLength(3)
    expect(await trace('amountMin=700&amountMax=1000')).toHaveLength(2)
    expect(await trace('from=2100-01-01T00:00:00Z')).toEqual([])
    expect(await trace('buyerCode=ZZ0000')).toEqual([])
  })

  it('refuses reversed bounds and an empty amount, instead of an empty file', async () => {
    const asked: [string, string][] = [
      ['from=2026-11-02T00:00:00Z&to=2026-11-02T03:59:59%2B04:00', 'to'],
      ['amountMin=500&amountMax=499', 'amountMax'],
      ['amountMax=', 'amountMax'],
      ['amountMin=%20', 'amountMin'],
    ]
    for (const [query, field] of asked) {
      for (const path of ['movements', 'export']) {
        const { status, body } = await auditor.get(`/api/audit/${path}?${query}`)
        expect([path, query, status, body.issues?.map((issue) => issue.path)]).toEqual([path, query, 400, [field]])
      }
    }
    expect((await auditor.get('/api/ledger/heads?before=')).status).toBe(400)
    expect(await trace('amountMin=1000&amountMax=1000&from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z')).toHaveLength(
      1,
    )
  })

  it('turns the pages by key, each movement once', async () => {
    const seen: string[] = []
    let before = ''
    for (let page = 0; page < 4; page += 1) {
      const { body } = await auditor.get<AuditMovements>(`/api/audit/movements?limit=3${before}`)
      seen.push(...body.movements.map(({ position }) => position))
      if (body.next === null) break
      before = `&before=${body.next}`
    }
    expect([seen.length, new Set(seen).size]).toEqual([8, 8])
  })

  it('reads an event as it is stored, with its place and its metadata', async () => {
    const [line] = await trace(`award=${awardIds[0]}`)
    const { body } = await auditor.get<StoredEvent>(`/api/audit/events/${line!.position}`)
    expect(body).toMatchObject({
      id: line!.eventId,
      stream: `account-${cafe.id}.${ani.id}`,
      revision: 0,
      type: 'PointsAwarded',
      data: { awardId: awardIds[0], amountAmd: 1_000, tenths: 20 },
      metadata: { commandId: line!.commandId, actor: { userId: cafe.id, role: 'business' } },
    })
    expect((await auditor.get('/api/audit/events/1')).status).toBe(404)
  })

  it('follows the chain from the award to the redemption, its use, or its cancel and refund; and the void', async () => {
    const chain = async (position: string) => (await auditor.get<Chain>(`/api/audit/events/${position}/chain`)).body
    const [refund] = await trace('type=PointsRefunded')
    const cancelled = await chain(refund!.position)
    expect(cancelled.links.map(({ part }) => part)).toEqual(['spent_from', 'redemption', 'cancel', 'refund'])
    expect(cancelled.links.find(({ asked }) => asked)?.part).toBe('refund')
    const [, used] = await trace('type=PerkRedeemed')
    const { links, spends } = await chain(used!.position)
    expect(links.map(({ part }) => part)).toEqual(['spent_from', 'spent_from', 'redemption', 'use'])
    expect(spends.map(({ awardId, points }) => [awardId, points])).toEqual([
      [awardIds[0], '2.0'],
      [awardIds[1], '1.0'],
    ])
    const [voided] = await trace('type=AwardVoided')
    expect((await chain(voided!.position)).links.map(({ part }) => part)).toEqual(['award', 'void'])
  })

  it('has a balance sheet that adds up, now and as of every moment', async () => {
    const positions = (await trace('')).map(({ position }) => position)
    for (const query of ['', ...positions.map((position) => `position=${position}`)]) {
      const { body } = await auditor.get<BalanceSheet>(`/api/audit/balance-sheet?${query}`)
      const of = (figure: string) => Math.round(Number(figure) * 10)
      expect(of(body.issued) - of(body.voided) - of(body.redeemed) + of(body.refunded) - of(body.forfeited)).toBe(
        of(body.outstanding),
      )
      expect([body.addsUp, body.sumOfBalances]).toEqual([true, body.outstanding])
    }
    const { body } = await auditor.get<BalanceSheet>('/api/audit/balance-sheet')
    expect(body).toMatchObject({
      issued: '17.4',
      voided: '10.0',
      redeemed: '6.0',
      refunded: '3.0',
      forfeited: '0.0',
      outstanding: '4.4',
      accounts: 3,
    })
  })

  it('dates no balance sheet in the future, and says so', async () => {
    const before = new Date().toISOString()
    const { body } = await auditor.get<BalanceSheet>('/api/audit/balance-sheet?at=2999-12-31T20:00:00.000Z')
    const { body: now } = await auditor.get<BalanceSheet>('/api/audit/balance-sheet')
    expect([body.lacks, body.outstanding, now.lacks]).toEqual(['future', now.outstanding, null])
    expect([body.asOf.at >= before, body.asOf.at <= now.asOf.at]).toEqual([true, true])
  })

  it('sees no personal data and no whole redemption code (H13, H33)', async () => {
    const lines = await trace('')
    const everything = JSON.stringify([
      lines,
      ...(await Promise.all(
        lines.map(({ position }) => auditor.get(`/api/audit/events/${position}/chain`).then(({ body }) => body)),
      )),
      (await text(auditor, '/api/audit/export')).text,
    ])
    for (const secret of [...codes, ani.email, davit.email, cafe.email, 'Firstname', 'Lastname'])
      expect(everything).not.toContain(secret)
  })
})

describe('exports', () => {
  it('are streamed as JSON Lines and CSV, name their query, position and hash, and can be checked', async () => {
    for (const format of ['jsonl', 'csv']) {
      const file = await text(auditor, `/api/audit/export?format=${format}&business=${cafe.id}`)
      expect([file.status, file.headers.get('export-lines')]).toEqual([200, '7'])
      const report = await verifyFile(file.text)
      expect(report).toMatchObject({
        ok: true,
        kind: 'export',
        events: 7,
        query: { business: cafe.id },
        position: file.headers.get('export-position'),
      })
      expect(report.hash).toMatch(/^[0-9a-f]{64}$/)
      expect((await verifyFile(file.text.replace('5000', '5001'))).ok).toBe(false)
    }
  })
})

describe('tamper evidence', () => {
  const heads = async () => (await (await fetch(`${product.address}/api/ledger/heads`)).json()) as Heads

  it('publishes signed heads to everybody, and appends them to the store', async () => {
    const { heads: list, keys } = await waitUntil('a head over everything', async () => {
      const found = await heads()
      return found.heads[0] && found.heads[0].size >= 10 ? found : undefined
    })
    for (const head of list) expect(isSignedBy(keys[head.keyId]!, headText(head), head.signature)).toBe(true)
    await waitUntil(
      'relayed',
      async () =>
        (await product.pool.query(`SELECT 1 FROM event_outbox WHERE stream = 'heads-ledger' AND position IS NOT NULL`))
          .rowCount,
    )
  })

  it('proves that an event is in the log, and that a log is the beginning of a later one', async () => {
    const [head] = (await heads()).heads
    for (const { position } of await trace('')) {
      const { body } = await auditor.get<InclusionProof>(`/api/audit/inclusion?position=${position}`)
      expect(body.size).toBe(head!.size)
      const root = rootOfInclusion(leafHash(body.event), body.index, body.size, body.proof.map(fromHex))
      expect(root && toHex(root)).toBe(head!.root)
    }
    for (const first of [1, 2, 5, head!.size]) {
      const proof = (await (
        await fetch(`${product.address}/api/ledger/consistency?first=${first}&second=${head!.size}`)
      ).json()) as ConsistencyProof
      const roots = {
        first,
        firstRoot: fromHex(proof.firstRoot),
        second: head!.size,
        secondRoot: fromHex(proof.secondRoot),
      }
      expect(proof.secondRoot).toBe(head!.root)
      expect(isConsistent(roots, proof.proof.map(fromHex))).toBe(true)
    }
  })

  it('gives the buyer a statement with its proofs, which anybody can check; a stranger gets none of it', async () => {
    const own = await text(ani, `/api/ledger/statement/${cafe.id}/${ani.id}`)
    expect(await verifyFile(own.text)).toMatchObject({ ok: true, kind: 'statement', events: 7 })
    expect(own.text).not.toContain(codes[0])
    expect((await verifyFile(own.text.replace('"tenths":40', '"tenths":90'))).ok).toBe(false)
    expect((await text(davit, `/api/ledger/statement/${cafe.id}/${ani.id}`)).status).toBe(403)
    expect((await text(cafe, `/api/ledger/statement/${cafe.id}/${ani.id}`)).status).toBe(403)
    const proven = await text(auditor, `/api/audit/export?proofs=true&business=${cafe.id}`)
    expect(await verifyFile(proven.text)).toMatchObject({ ok: true, events: 7, head: { size: expect.any(Number) } })
  })
})

describe('who may (R16, R181, H33)', () => {
  it('every admin and audit call answers 401 to visitors and 403 to buyers, businesses and, for admin calls, auditors', async () => {
    const { paths } = (await (await fetch(`${product.address}/api/docs/json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const open = new Set(['/api/admin/login', '/api/admin/impersonation/status'])
    const forAuditors = /^\/api\/(audit\/|admin\/(me|password)$)/
    let calls = 0
    for (const [pattern, operations] of Object.entries(paths)) {
      if (!/^\/api\/(admin|audit)\//.test(pattern) || open.has(pattern)) continue
      for (const method of Object.keys(operations)) {
        const path = pattern
          .replace('dead-letters/{id}', `dead-letters/${awardIds[0]}`)
          .replace('{awardId}', awardIds[0]!)
          .replace(/\{\w*[pP]osition\}/, '12345')
          .replaceAll(/\{\w+\}/g, String(cafe.id))
        const body = method === 'get' ? undefined : bodyFor(pattern)
        const status = async (cookie: string) =>
          (
            await fetch(`${product.address}${path}${queryFor(pattern)}`, {
              method: method.toUpperCase(),
              headers: {
                ...(cookie ? { cookie } : {}),
                ...(body ? { 'content-type': 'application/json' } : {}),
                'idempotency-key': 'permission.matrix',
              },
              ...(body ? { body: JSON.stringify(body) } : {}),
            })
          ).status
        expect([method, pattern, await status('')]).toEqual([method, pattern, 401])
        for (const who of [ani, cafe])
          expect([method, pattern, await status(who.cookie)]).toEqual([method, pattern, 403])
        if (!forAuditors.test(pattern))
          expect([method, pattern, await status(auditor.cookie)]).toEqual([method, pattern, 403])
        calls += 1
      }
    }
    expect(calls).toBeGreaterThan(25)
  })

  it('auditors read everything under /audit and write nothing anywhere; administrators read it too (H33)', async () => {
    const { paths } = (await (await fetch(`${product.address}/api/docs/json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const [award] = await trace('type=PointsAwarded')
    const ownSession =
      /^\/api\/(auth|public|billing\/plans|ledger\/(heads|consistency)|admin\/(login|password|impersonation\/(status|exit)))/
    const seen: string[] = []
    for (const [pattern, operations] of Object.entries(paths)) {
      const methods = Object.keys(operations)
      if (pattern.startsWith('/api/audit/')) {
        expect([pattern, methods]).toEqual([pattern, ['get']])
        for (const who of [auditor, admin]) {
          const path = pattern.replace(/\{\w+\}/, award!.position)
          const { status } = await text(
            who,
            `${path}${pattern.endsWith('/inclusion') ? `?position=${award!.position}` : ''}`,
          )
          expect([pattern, status]).toEqual([pattern, 200])
        }
        seen.push(pattern)
      }
      if (ownSession.test(pattern)) continue
      for (const method of methods.filter((each) => each !== 'get')) {
        const path = pattern
          .replace('{awardId}', awardIds[0]!)
          .replace('{redemptionId}', awardIds[0]!)
          .replaceAll(/\{\w+\}/g, String(cafe.id))
        const { status } = await fetch(`${product.address}${path}`, {
          method: method.toUpperCase(),
          headers: {
            cookie: auditor.cookie,
            'idempotency-key': 'an.auditor.writes',
            'content-type': 'application/json',
          },
          body: JSON.stringify(bodyFor(pattern)),
        })
        // 400: input is validated before the session; nothing was written.
        expect([method, pattern, [400, 403, 404].includes(status)]).toEqual([method, pattern, true])
      }
    }
    expect(seen.length).toBeGreaterThanOrEqual(7)
    expect(await trace('')).toHaveLength(8)
  })

  it('a first password opens nothing until it has been changed (H34)', async () => {
    await product.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [admin.id])
    expect((await admin.get('/api/admin/replay')).body.code).toBe('password_change_required')
    expect((await admin.get('/api/audit/movements')).body.code).toBe('password_change_required')
    const changed = await admin.send('POST', '/api/admin/password', {
      currentPassword: 'Correct-horse-1',
      newPassword: 'Another-horse-2',
    })
    expect([changed.status, changed.body['mustChangePassword']]).toEqual([200, false])
    expect((await admin.get('/api/auth/me')).status).toBe(401)
    const { cookieOf } = await import('../../../../infra/testing/people/person.ts')
    admin.cookie = cookieOf(changed.headers)
    expect((await admin.get('/api/admin/replay')).status).toBe(200)
  })
})

function bodyFor(pattern: string): object {
  if (pattern.endsWith('/password')) return { currentPassword: 'x', newPassword: 'Another-horse-2' }
  if (pattern.endsWith('/start')) return { userId: cafe.id, reason: 'a reason of more than ten signs' }
  if (pattern.endsWith('/mode')) return { mode: 'act' }
  if (pattern.endsWith('/settings')) return settingsBody
  return { reason: 'a reason' }
}
function queryFor(pattern: string): string {
  return pattern.endsWith('/inclusion') ? '?position=1' : ''
}
const terms = { perks: 1, transactions: 1, monthlyAmd: 1, yearlyAmd: 1 }
const settingsBody = { plans: { starter: terms, standard: terms, prime: terms }, autoApprove: [], reason: 'a reason' }
