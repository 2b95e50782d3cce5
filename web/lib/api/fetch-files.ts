import { ApiError } from './api-error.ts'

/**
 * What stands before every import() of the built app, in place of Vite's own (vite.config.ts): the files that it needs are fetched first, all at once, and
 * imported from the browser's cache when they are there. A browser that could not import a file never tries again while the page lives
 * (whatwg/html#6768); a fetch may be tried as often as there is hope.
 */
const fetched = new Map<string, Promise<unknown>>()

/** `files`: as the build writes them, without the first slash. Rejects where one of them does not come; the next call asks for it again. */
export async function fetchThenImport<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  // The build leaves the list away where a file needs no other: then its name stands in the import alone.
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
  // What the page itself names is there, or the page would not run.
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
