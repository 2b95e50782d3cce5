/**
 * Opens the dashboard and the file check offline: the counter can still award, a buyer can show the code. It caches
 * the app's own files only, never an API response, so that no stale balance is shown as current.
 * The build inserts the file list and the version (web/offline-shell.ts). The previous version stays cached too: a
 * page still open may ask for its files, which the server no longer has.
 */

/** Replaced by the build. */
declare const SHELL_FILES: readonly string[]
declare const SHELL_VERSION: string

/** The parts of the service worker API used here; the page's types lack them. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  respondWith: (response: Promise<Response>) => void
}
interface WorkerScope {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
  }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

const worker = globalThis as unknown as WorkerScope
const PREFIX = 'hatik-shell-'
const CACHE = PREFIX + SHELL_VERSION
const FILES = SHELL_FILES
const PAGE = '/index.html'
/** Paths that open offline. */
const OFFLINE_PAGES = new Set(['/dashboard', '/dashboard/', '/verify', '/verify/'])
/** Without a response for this long (ms), the network counts as offline. */
const PAGE_PATIENCE_MS = 4_000

worker.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(dropOldShells().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (OFFLINE_PAGES.has(pathname)) event.respondWith(page(request))
  } else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) {
    event.respondWith(file(request))
  }
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE)
  // Bypasses the HTTP cache: an outdated page would name files that no longer exist.
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { cache: 'reload' })))
}

async function dropOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  // Caches are listed in order of creation, so the last one is the previous version.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** The server's page if it responds, the cached page otherwise. */
async function page(request: Request): Promise<Response> {
  // The timeout covers only the response's start: AbortSignal.timeout would cut off a page that arrives slowly.
  const silence = new AbortController()
  const patience = setTimeout(() => silence.abort(), PAGE_PATIENCE_MS)
  try {
    const response = await fetch(request, { signal: silence.signal })
    if (response.status < 500) return response
  } catch {
    // No network, or one that leads nowhere.
  } finally {
    clearTimeout(patience)
  }
  return (await kept(PAGE, { cacheName: CACHE })) ?? fetch(request)
}

/** Cache first: a file's name holds its content's hash, or the file changes only with the version. */
async function file(request: Request): Promise<Response> {
  return (await kept(request, { cacheName: CACHE })) ?? (await kept(request)) ?? fetch(request)
}

/** Undefined also if the cache storage is broken, e.g. by a full disk; the file then comes from the network. */
const kept = (wanted: Request | string, where?: MultiCacheQueryOptions): Promise<Response | undefined> =>
  caches.match(wanted, where).catch(() => undefined)
