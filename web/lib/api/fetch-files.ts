import { ApiError } from './api-error.ts'

/**
 * Replaces Vite's wrapper of import() in the built app: fetches all needed files in parallel, then imports them from
 * the HTTP cache. A browser never retries a failed import (whatwg/html#6768), but a fetch can be retried.
 */
const fetched = new Map<string, Promise<unknown>>()

/**
 * `files`: paths without the leading slash, as the build writes them. Rejects if one is missing; the next call
 * retries.
 */
export async function fetchThenImport<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  // The build omits the list for a file without dependencies, which is then named only in the import.
  const own = /import\(.\.\/([\w.-]+)/.exec(String(load))?.[1]
  await Promise.all((own === undefined ? files : [`assets/${own}`, ...files]).map(fetchFile))
  return load()
}

function fetchFile(file: string): Promise<unknown> {
  const known = fetched.get(file)
  if (known) return known
  const fetching = file.endsWith('.css') ? fetchStyles(`/${file}`) : fetchScript(`/${file}`)
  fetched.set(file, fetching)
  fetching.catch(() => fetched.delete(file))
  return fetching
}

const named = (address: string): Element | null => document.querySelector(`[src="${address}"], [href="${address}"]`)

async function fetchScript(address: string): Promise<void> {
  if (named(address)) return
  const answer = await fetch(address)
  if (!answer.ok) throw new ApiError(answer.status, 'internal', `${answer.status}: ${address}`)
  await answer.blob()
}

function fetchStyles(address: string): Promise<unknown> {
  if (named(address)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(address))
    }
    document.head.append(link)
  })
}
