import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { VerifyForm } from './verify-form.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())
afterEach(() => localStorage.clear())

/** What the server says of any unused code. */
const unused = (): Response =>
  Response.json({
    redemptionId: 'r',
    perk: { name: 'Coffee', pointsRequired: '3.0' },
    buyer: { buyerId: 'KH0001' },
    state: 'pending',
    createdAt: '2026-11-20T12:00:00.000Z',
    usedAt: null,
  })

/** Every code is unused; `post` answers its use. */
function answers(post: (path: string, init: RequestInit) => Promise<Response>): void {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    init?.method === 'POST' ? post(path, init) : unused(),
  )
}

async function look(code: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Redemption code'), { target: { value: code } })
  await act(async () => screen.getByRole('button', { name: 'Verify' }).click())
}

/** Presses the button that uses the code shown, if it is asked for. */
async function confirm(): Promise<void> {
  await act(async () => screen.queryByRole('button', { name: 'Hand it over' })?.click())
}

async function verify(code: string): Promise<void> {
  await look(code)
  await confirm()
}

it.each([
  ['too short', 'K7M', 'Invalid redemption code'],
  ["a buyer's code", 'KH0001', 'This is a buyer ID'],
])('a code refused by the form clears the previous result: %s (R170)', async (_, refused, why) => {
  const verified = {
    redemptionId: 'r',
    perk: { name: 'Coffee', pointsRequired: '3.0' },
    buyer: { buyerId: 'KH0001' },
    message: '',
  }
  answers(async () => Response.json(verified))
  render(<VerifyForm businessId={7} />)
  await verify('K7MNP2QR')
  expect((await screen.findByTestId('verify-result')).textContent).toContain('Coffee')
  await verify(refused)
  expect(screen.getByRole('alert').textContent).toContain(why)
  expect(screen.queryByTestId('verify-result')).toBeNull()
})

it('the live region exists before the result and is not hidden: screen readers skip content that arrives with its region', () => {
  render(<VerifyForm businessId={7} />)
  const region = screen.getByTestId('verify-region')
  expect([region.textContent, region.getAttribute('aria-live')]).toEqual(['', 'polite'])
  expect(region.className).not.toMatch(/hidden/)
})

it('the result scrolls into view, unless someone has moved on elsewhere', async () => {
  const { give } = heldAnswers()
  const shown: unknown[] = []
  screen.getByTestId('verify-region').scrollIntoView = function (how) {
    shown.push([this.textContent?.includes('Hand over'), how])
  }
  await verify('K7MNP2QR')
  shown.length = 0
  await give('K7MNP2QR', 'Coffee')
  expect(shown).toEqual([[true, { block: 'nearest' }]])
  await verify('ABCD2345')
  shown.length = 0
  const elsewhere = document.body.appendChild(document.createElement('input'))
  elsewhere.focus()
  await give('ABCD2345', 'Cake')
  expect([screen.getByTestId('verify-region').textContent, shown.length]).toEqual([expect.stringContaining('Cake'), 0])
  elsewhere.remove()
})

it('a refused code that then succeeds is not shown as failed beside its result', async () => {
  const { give, refuse } = heldAnswers()
  await verify('K7MNP2QR')
  await refuse('K7MNP2QR')
  expect(await screen.findByText(/^K7MN\sP2QR · Invalid redemption code/)).toBeDefined()
  await verify('ABCD2345')
  await give('ABCD2345', 'Cake')
  expect(await screen.findByText('Hand over: Cake')).toBeDefined()
  await waitFor(() => expect(screen.queryByText(/Invalid redemption code/)).toBeNull(), { timeout: 2_000 })
})

it('the result stays on Enter in the empty field', async () => {
  const verified = {
    redemptionId: 'r',
    perk: { name: 'Coffee', pointsRequired: '3.0' },
    buyer: { buyerId: 'KH0001' },
    message: '',
  }
  answers(async () => Response.json(verified))
  render(<VerifyForm businessId={7} />)
  await verify('K7MNP2QR')
  await verify('')
  expect(screen.getByTestId('verify-result').textContent).toContain('Coffee')
})

/** Holds each code's reply until released. `asked`: the codes in order. */
function heldAnswers() {
  const asked: string[] = []
  const open = new Map<string, (response: Response) => void>()
  answers(async (_path, init) => {
    const { redemptionCode } = JSON.parse(String(init.body)) as { redemptionCode: string }
    asked.push(redemptionCode)
    return new Promise((resolve) => open.set(redemptionCode, resolve))
  })
  const give = (code: string, perk: string): Promise<void> =>
    act(async () =>
      open.get(code)?.(
        new Response(
          JSON.stringify({
            redemptionId: code,
            perk: { name: perk, pointsRequired: '3.0' },
            buyer: { buyerId: 'KH0001' },
            message: '',
          }),
        ),
      ),
    )
  const refuse = (code: string): Promise<void> =>
    act(async () =>
      open.get(code)?.(
        new Response(JSON.stringify({ code: 'redemption_not_found', message: 'Invalid redemption code' }), {
          status: 404,
        }),
      ),
    )
  render(
    <>
      <VerifyForm businessId={7} />
      <Toaster />
    </>,
  )
  return { asked, give, refuse }
}

/** Types the code in the scanner dialog instead of scanning it. */
async function scan(code: string): Promise<void> {
  await act(async () => screen.getByRole('button', { name: 'Scan the redemption code' }).click())
  fireEvent.change(screen.getByLabelText('Or type the code'), { target: { value: code } })
  await act(async () => screen.getByRole('button', { name: 'Use' }).click())
}

it('a code scanned while another is being verified is not spent: it stays in the field, and each reply names its code (R170)', async () => {
  const { asked, give } = heldAnswers()
  await verify('K7MNP2QR')
  await scan('ABCD2345')
  expect(await screen.findByText('The last code is still being verified')).toBeDefined()
  expect(asked).toEqual(['K7MNP2QR'])
  await give('K7MNP2QR', 'Coffee')
  await waitFor(() => expect(screen.getByTestId('verify-result').textContent).toMatch(/Coffee.*K7MN\sP2QR/))
  expect(screen.getByLabelText<HTMLInputElement>('Redemption code').value).toBe('ABCD2345')
  await look('ABCD2345')
  await confirm()
  await give('ABCD2345', 'Cake')
  await waitFor(() => expect(screen.getByTestId('verify-result').textContent).toMatch(/Cake.*ABCD\s2345/))
  expect(asked).toEqual(['K7MNP2QR', 'ABCD2345'])
})

it.each([
  ['give', 'Hand over: Coffee'],
  ['refuse', /^K7MN\sP2QR · Invalid redemption code/],
] as const)('input for the next buyer during a verification stays when its reply arrives (%s)', async (how, said) => {
  const answers = heldAnswers()
  await verify('K7MNP2QR')
  expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-busy')).toBe('true')
  fireEvent.change(screen.getByLabelText('Redemption code'), { target: { value: 'ABCD2345' } })
  await answers[how]('K7MNP2QR', 'Coffee')
  expect(await screen.findByText(said)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Redemption code').value).toBe('ABCD2345')
})

it('two Enters at once verify a code once (C18)', async () => {
  const { asked, give } = heldAnswers()
  await look('K7MNP2QR')
  const form = screen.getByLabelText<HTMLInputElement>('Redemption code').form!
  await act(async () => [1, 2].forEach(() => fireEvent.submit(form)))
  await give('K7MNP2QR', 'Coffee')
  expect(await screen.findByText('Hand over: Coffee')).toBeDefined()
  expect(asked).toEqual(['K7MNP2QR'])
})

it("a code whose reply was lost gets its first reply on retry, even after another buyer's code", async () => {
  const keys: Record<string, string[]> = { K7MNP2QR: [], ABCD2345: [] }
  let isLost = true
  answers(async (_path, { body, headers }) => {
    const { redemptionCode } = JSON.parse(String(body)) as { redemptionCode: string }
    keys[redemptionCode]?.push(new Headers(headers).get('idempotency-key') ?? '')
    if (redemptionCode === 'K7MNP2QR' && isLost) throw new TypeError('lost')
    return Response.json({
      redemptionId: redemptionCode,
      perk: { name: 'Coffee', pointsRequired: '3.0' },
      buyer: { buyerId: 'KH0001' },
      message: '',
    })
  })
  render(<VerifyForm businessId={7} />)
  const answered = () =>
    waitFor(() => expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-busy')).toBeNull(), {
      timeout: 4_000,
    })
  for (const code of ['K7MNP2QR', 'ABCD2345', 'K7MNP2QR']) {
    isLost = keys['ABCD2345']?.length === 0
    await verify(code)
    await answered()
  }
  expect(screen.getByTestId('verify-result').textContent).toMatch(/Coffee.*K7MN\sP2QR/)
  expect([new Set(keys['K7MNP2QR']).size, new Set(Object.values(keys).flat()).size]).toEqual([1, 2])
})

it.each([
  ['no answer came', () => Promise.reject(new TypeError('lost'))],
  ['a proxy answered', () => Promise.resolve(new Response('<html>Bad gateway</html>', { status: 502 }))],
  ['half of the answer came', () => Promise.resolve(new Response('{"redemptionId":'))],
])(
  'if %s, the code is not called failed; after a reload it is retried under its key and gets its first reply',
  async (_, answer) => {
    const keys: string[] = []
    let isLost = true
    answers(async (_path, { headers }) => {
      keys.push(new Headers(headers).get('idempotency-key') ?? '')
      if (isLost) return answer()
      return Response.json({
        redemptionId: 'r',
        perk: { name: 'Coffee', pointsRequired: '3.0' },
        buyer: { buyerId: 'KH0001' },
        message: '',
      })
    })
    const counter = (
      <>
        <VerifyForm businessId={7} />
        <Toaster />
      </>
    )
    const { unmount } = render(counter)
    await verify('K7MNP2QR')
    expect(
      await screen.findByText("We don't know yet whether the code was accepted", {}, { timeout: 4_000 }),
    ).toBeDefined()
    expect(screen.queryByText('Failed to verify redemption')).toBeNull()
    unmount()
    isLost = false
    render(counter)
    await verify('K7MNP2QR')
    expect(await screen.findByText('Hand over: Coffee')).toBeDefined()
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
    // A code with a reply is a new action the next time.
    await verify('K7MNP2QR')
    await waitFor(() => expect(new Set(keys).size).toBe(2))
  },
)

it('during a slow verification the cashier is told to hand over nothing yet', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { give } = heldAnswers()
    await verify('K7MNP2QR')
    const region = screen.getByTestId('verify-region')
    region.scrollIntoView = vi.fn<typeof region.scrollIntoView>()
    await act(async () => vi.advanceTimersByTime(3_900))
    expect([region.textContent, vi.mocked(region.scrollIntoView).mock.calls]).toEqual(['', []])
    await act(async () => vi.advanceTimersByTime(200))
    expect(region.textContent).toMatch(/^No answer for K7MN\sP2QR yet. Please wait/)
    expect(region.scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' })
    await give('K7MNP2QR', 'Coffee')
    await waitFor(() => expect(region.textContent).toMatch(/^Hand over: Coffee/))
  } finally {
    vi.useRealTimers()
  }
})

it('the first press shows what a code is for and uses nothing; another code is shown instead', async () => {
  const { asked, give } = heldAnswers()
  await look('K7MNP2QR')
  expect(screen.getByTestId('verify-preview').textContent).toMatch(/^Hand over: Coffee\?.*K7MN\sP2QR.*not used yet/)
  await look('ABCD2345')
  expect(screen.getByTestId('verify-preview').textContent).toMatch(/ABCD\s2345/)
  expect(asked).toEqual([])
  await confirm()
  await give('ABCD2345', 'Cake')
  expect(await screen.findByText('Hand over: Cake')).toBeDefined()
  expect([asked, screen.queryByTestId('verify-preview')]).toEqual([['ABCD2345'], null])
})

it('a code that is used already is refused at the first press', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...(await unused().json()), state: 'used' }))
  render(
    <>
      <VerifyForm businessId={7} />
      <Toaster />
    </>,
  )
  await look('K7MNP2QR')
  expect(await screen.findByText(/^K7MN\sP2QR · Redemption code has already been used/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Hand it over' })).toBeNull()
})

it('a use is undone with one press, and the same code can then be used under another key', async () => {
  const sent: [path: string, key: string | null, body: unknown][] = []
  answers(async (path, { headers, body }) => {
    sent.push([path, new Headers(headers).get('idempotency-key'), JSON.parse(String(body))])
    return Response.json({
      redemptionId: 'r',
      perk: { name: 'Coffee', pointsRequired: '3.0' },
      buyer: { buyerId: 'KH0001' },
      message: '',
    })
  })
  render(
    <>
      <VerifyForm businessId={7} />
      <Toaster />
    </>,
  )
  await verify('K7MNP2QR')
  await act(async () => screen.getByRole('button', { name: /^Undo: Coffee/ }).click())
  expect(await screen.findByText('Undone: Coffee')).toBeDefined()
  expect(screen.queryByTestId('verify-result')).toBeNull()
  await verify('K7MNP2QR')
  expect(screen.getByTestId('verify-result')).toBeDefined()
  expect(sent.map(([path, , body]) => [path, body])).toEqual([
    ['/api/business/7/verify-redemption', { redemptionCode: 'K7MNP2QR' }],
    ['/api/business/7/redemptions/r/reopen', { reason: 'Handed over by mistake' }],
    ['/api/business/7/verify-redemption', { redemptionCode: 'K7MNP2QR' }],
  ])
  expect(new Set(sent.map(([, key]) => key)).size).toBe(3)
})
