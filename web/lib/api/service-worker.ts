/**
 * Opens the dashboard without a network: the counter goes on awarding, a buyer has the code to show, and anybody
 * checks a file. It keeps the page's own files
 * and nothing else; no answer of the API is ever kept, so nobody is shown an old balance as a new one.
 *
 * The list of files and the version are put in by the build (web/offline-shell.ts). The version before is kept too: a page that is
 * open while a new one arrives may still ask for the old one's files, which the server no longer has.
 */

/** Replaced by the build. */
declare const SHELL_FILES: readonly string[]
declare const SHELL_VERSION: string

/** The little of a service worker's world that is used here; the page's own types do not know it. */
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
/** The addresses that open without a network. */
const OFFLINE_PAGES = new Set(['/dashboard', '/dashboard/', '/verify', '/verify/'])
/** A network that says nothing for this long counts as none. */
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
  // Past the browser's own cache: a page of yesterday would name files that are gone.
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { cache: 'reload' })))
}

async function dropOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  // In the order in which they were made: the last one is the version before.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** The newest page where there is a network, the kept one otherwise. */
async function page(request: Request): Promise<Response> {
  // Once it has begun to answer, the rest may take its time: a signal of its own accord would cut off a page that comes slowly.
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

/** A file's name holds its content's hash, or it changes only with the version: the kept one is the right one. */
async function file(request: Request): Promise<Response> {
  return (await kept(request, { cacheName: CACHE })) ?? (await kept(request)) ?? fetch(request)
}

/** None also where the browser's store is broken, as on a tablet whose disk is full or that went off while it wrote: the network has what it does not give. */
const kept = (wanted: Request | string, where?: MultiCacheQueryOptions): Promise<Response | undefined> =>
  caches.match(wanted, where).catch(() => undefined)
