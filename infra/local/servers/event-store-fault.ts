import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { codeOf } from '#platform/event-store/classify.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'

const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16
/** Ms per check. */
const WAIT_MS = 5_000
const DEFAULT_PORT = 2113

/**
 * A permanent fault of EVENTSTORE_URL, as a sentence for the operator: untrusted certificate, wrong password or missing
 * rights. Undefined otherwise, even without a response. Never contains the address, which holds the password.
 */
export async function eventStoreFault(url: string): Promise<string | undefined> {
  const certificate = await certificateFault(url)
  if (certificate !== undefined) {
    return `EVENTSTORE_URL: the event store's certificate is not trusted (${certificate}). Set the file of its certificate authority with tlsCAFile=…, and use the host name of the certificate`
  }
  const store = createEventStoreGateway(url)
  try {
    await store.warmUp(WAIT_MS)
    await store.end()
    return undefined
  } catch (error) {
    const code = error instanceof Error ? codeOf(error) : undefined
    if (code === UNAUTHENTICATED) return 'EVENTSTORE_URL: the event store rejects the user or password'
    if (code === PERMISSION_DENIED)
      return 'EVENTSTORE_URL: this user may not read the log: grant read access to $all in the event store'
    return undefined
  } finally {
    await store.close()
  }
}

/** OpenSSL's error for the first host's certificate; undefined without TLS or a response. */
function certificateFault(url: string): Promise<string | undefined> {
  const [, hosts = '', query = ''] = /^\w+(?:\+discover)?:\/\/(?:[^@/]*@)?([^/?]*)[^?]*\??(.*)$/.exec(url.trim()) ?? []
  const options = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]))
  if (options.get('tls') === 'false' || options.get('tlsverifycert') === 'false') return Promise.resolve(undefined)
  const { hostname, port } = new URL(`https://${hosts.split(',')[0]}`)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const authority = options.get('tlscafile')
  return new Promise((resolve) => {
    const end = (fault?: string): void => {
      socket.destroy()
      resolve(fault)
    }
    const socket = connect({
      host,
      port: Number(port || DEFAULT_PORT),
      servername: /^[\d.:]+$/.test(host) ? '' : host,
      timeout: WAIT_MS,
      rejectUnauthorized: false,
      ...(authority ? { ca: readFileSync(authority) } : {}),
    })
    socket.once('secureConnect', () => end(socket.authorizationError ? String(socket.authorizationError) : undefined))
    socket.once('timeout', () => end())
    socket.once('error', () => end())
  })
}
