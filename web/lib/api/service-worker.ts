/**
 * Opens the dashboard, statements, the counter and the file check offline: the counter can still award, a buyer can
 * show the code. Every other page then opens with the app's own words instead of the browser's error page (R222).
 * - Caches only the app's own files, never an API response; a buyer's last replies are kept with their time
 *   (lib/reads/kept-replies.ts).
 * - The build inserts the file list and the version (web/offline-shell.ts).
 * - Shows pushed notifications (decision 56), whose words come from the server.
 * - Keeps the previous version too: a page still open may need files that the server no longer has.
 */

/** Replaced by the build. */
declare const SHELL_FILES: readonly string[]
declare const SHELL_VERSION: string

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  respondWith: (response: Promise<Response>) => void
}
interface PushEvent extends WorkerEvent {
  data: { json: () => unknown } | null
}
interface NotificationEvent extends WorkerEvent {
  notification: { data: unknown; close: () => void }
}
interface OpenPage {
  url: string
  focus: () => Promise<unknown>
}
interface WorkerScope {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'push', listener: (event: PushEvent) => void): void
    (type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  }
  skipWaiting: () => Promise<void>
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly OpenPage[]>
    openWindow: (path: string) => Promise<unknown>
  }
}

const worker = globalThis as unknown as WorkerScope
const PREFIX = 'hatik-shell-'
const CACHE = PREFIX + SHELL_VERSION
const FILES = SHELL_FILES
const PAGE = '/index.html'
const OFFLINE_PAGES = new Set(['/dashboard', '/dashboard/', '/verify', '/verify/', '/counter', '/counter/display'])
const STATEMENT = /^\/statement\/\d+\/?$/
/** Calls and files, which are opened like pages when they are downloaded. */
const NO_PAGE = /^\/(api|dev)\/|\.\w+$/
/** Then the network counts as offline (ms). */
const PAGE_PATIENCE_MS = 4_000

worker.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(dropOldShells().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (OFFLINE_PAGES.has(pathname) || STATEMENT.test(pathname)) event.respondWith(page(request))
    else if (!NO_PAGE.test(pathname)) event.respondWith(onlinePage(request))
  } else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) {
    event.respondWith(file(request))
  }
})

worker.addEventListener('push', (event) => event.waitUntil(showPushed(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushed(event.notification.data))
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE)
  // Bypasses the HTTP cache: an outdated page would name files that no longer exist.
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { cache: 'reload' })))
}

async function dropOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  // The last cache is the previous version, because caches are listed in order of creation.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

async function page(request: Request): Promise<Response> {
  // Times out only the response's start: AbortSignal.timeout would cut off a page that arrives slowly.
  const silence = new AbortController()
  const patience = setTimeout(() => silence.abort(), PAGE_PATIENCE_MS)
  try {
    const response = await fetch(request, { signal: silence.signal })
    if (response.status < 500) return response
  } catch {
  } finally {
    clearTimeout(patience)
  }
  return (await kept(PAGE, { cacheName: CACHE })) ?? fetch(request)
}

/** The kept page only where there is no network at all. */
async function onlinePage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await kept(PAGE, { cacheName: CACHE })
    if (page) return page
    throw error
  }
}

/** Cache first: a file's name holds its content's hash, or the file changes only with the version. */
async function file(request: Request): Promise<Response> {
  return (await kept(request, { cacheName: CACHE })) ?? (await kept(request)) ?? fetch(request)
}

/** Undefined also if the cache storage is broken, e.g. by a full disk. */
const kept = (wanted: Request | string, where?: MultiCacheQueryOptions): Promise<Response | undefined> =>
  caches.match(wanted, where).catch(() => undefined)

/** The seed on a transparent ground, whose shape is also the badge. */
const ICON = '/icons/icon-192.png'
/** Opened by a click, unless the message names another page. */
const PUSHED_PAGE = '/dashboard'

/** A repeated message has the same tag and replaces the first. Browsers require one to be shown, also an unreadable one. */
async function showPushed({ data }: PushEvent): Promise<void> {
  const { title, body, tag, lang, path } = readPushed(data)
  await worker.registration.showNotification(title ?? 'Հատիկ', {
    ...(body && { body }),
    ...(tag && { tag }),
    lang: lang ?? 'hy',
    icon: ICON,
    badge: ICON,
    data: path ?? PUSHED_PAGE,
  })
}

type Pushed = Partial<Record<'title' | 'body' | 'tag' | 'lang' | 'path', string>>

function readPushed(data: PushEvent['data']): Pushed {
  try {
    const read: unknown = data?.json()
    const isText = ([, value]: [string, unknown]): boolean => typeof value === 'string'
    return Object.fromEntries(Object.entries(read ?? {}).filter(isText)) as Pushed
  } catch {
    return {}
  }
}

/** Never another site. */
async function openPushed(path: unknown): Promise<void> {
  const url = new URL(typeof path === 'string' ? path : PUSHED_PAGE, location.origin)
  const wanted = url.origin === location.origin ? url.pathname : PUSHED_PAGE
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => new URL(page.url).pathname === wanted)
  await (open ? open.focus() : worker.clients.openWindow(wanted))
}
