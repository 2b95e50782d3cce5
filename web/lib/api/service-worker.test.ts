import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The worker's event handlers, by event name. */
const listeners = new Map<string, (event: unknown) => void>()
const KEPT = 'the kept page'

beforeEach(async () => {
  vi.useFakeTimers()
  // AbortSignal.timeout ignores fake timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  vi.stubGlobal('SHELL_FILES', [])
  vi.stubGlobal('SHELL_VERSION', '1')
  vi.stubGlobal('caches', { match: async () => new Response(KEPT) })
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
  )
  vi.resetModules()
  await import('./service-worker.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The worker's response to the page's request. */
function open(path = '/dashboard', mode = 'navigate'): Promise<Response> {
  const answers: Promise<Response>[] = []
  const request = { method: 'GET', mode, url: location.origin + path }
  listeners.get('fetch')?.({ request, respondWith: (answer: Promise<Response>) => void answers.push(answer) })
  return answers[0]!
}

it('a page whose response starts in time is delivered whole, however long its body takes', async () => {
  vi.stubGlobal('fetch', async (_request: unknown, { signal }: { signal: AbortSignal }) => {
    await new Promise((resolve) => setTimeout(resolve, 3_900))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason))
        setTimeout(() => {
          controller.enqueue(new TextEncoder().encode('the new page'))
          controller.close()
        }, 1_000)
      },
    })
    return new Response(body)
  })
  const text = open().then((response) => response.text())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await text).toBe('the new page')
})

it('serves the cached page if the network does not respond', async () => {
  vi.stubGlobal(
    'fetch',
    (_request: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  const text = open().then((response) => response.text())
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await text).toBe(KEPT)
})

it('serves files from the network if the cache storage is broken', async () => {
  vi.stubGlobal('caches', {
    match: () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError')),
  })
  vi.stubGlobal('fetch', async ({ url }: Request) => new Response(`from the network: ${new URL(url).pathname}`))
  const file = await open('/assets/index-1234567.js', 'cors')
  expect(await file.text()).toBe('from the network: /assets/index-1234567.js')
})

it('without a network every page opens with the kept one, but no call and no file does', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  for (const path of ['/', '/pricing', '/business/kofe-tun', '/statement/3'])
    expect([path, await (await open(path)).text()]).toEqual([path, KEPT])
  for (const path of ['/api/buyer/1/statement/2/file?format=pdf', '/licenses.md', '/dev/mails'])
    expect([path, open(path)]).toEqual([path, undefined])
})

it('a page that needs the network waits for it, however long it takes, and shows its own failure', async () => {
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 9_000))
    return new Response('the server is being updated', { status: 503 })
  })
  const text = open('/pricing').then((response) => response.text())
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await text).toBe('the server is being updated')
})

const shown: [string, object][] = []
const opened: string[] = []

/** The worker's reaction to an event, once it has ended. */
async function react(type: string, event: object): Promise<void> {
  const works: Promise<unknown>[] = []
  shown.length = 0
  opened.length = 0
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: object) => void shown.push([title, options]),
  })
  listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => void works.push(work) })
  await Promise.all(works)
}

it('a pushed message is shown with its words, language and tag', async () => {
  const message = { title: 'Կոֆե Տուն', body: '+10 միավոր։', tag: 'a1', lang: 'hy', path: '/dashboard' }
  await react('push', { data: { json: () => message } })
  const { title, path, ...options } = message
  const icon = '/icons/icon-192.png'
  expect(shown).toEqual([[title, { ...options, icon, badge: icon, data: path }]])
})

it('an unreadable message is shown as well, because browsers require it', async () => {
  const unreadable = {
    json: () => {
      throw new SyntaxError('no JSON')
    },
  }
  for (const data of [null, unreadable, { json: () => null }, { json: () => ({ title: 5 }) }]) {
    await react('push', { data })
    expect(shown).toEqual([['Հատիկ', expect.objectContaining({ lang: 'hy', data: '/dashboard' })]])
  }
})

it.each([
  ['/dashboard', [], ['/dashboard']],
  ['/dashboard', ['/pricing'], ['/dashboard']],
  ['/dashboard', ['/pricing', '/dashboard?lang=en'], ['focus /dashboard?lang=en']],
  ['https://elsewhere.example/', [], ['/dashboard']],
  [undefined, [], ['/dashboard']],
] as const)('a click on a notification of %s with the pages %j open leads to %j', async (data, pages, leads) => {
  const clients = {
    matchAll: async () =>
      pages.map((path) => ({ url: location.origin + path, focus: async () => void opened.push(`focus ${path}`) })),
    openWindow: async (path: string) => void opened.push(path),
  }
  vi.stubGlobal('clients', clients)
  const close = vi.fn<() => void>()
  await react('notificationclick', { notification: { data, close } })
  expect(opened).toEqual(leads)
  expect(close).toHaveBeenCalledOnce()
})
