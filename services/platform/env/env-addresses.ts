/** Errors never repeat an address, because it may hold a password. */
type Kind = { begins: RegExp; example: string }

const ADDRESSES = {
  DATABASE_URL: { begins: /^postgres(ql)?:\/\//, example: 'postgres://user:password@host:5432/hatik' },
  REDIS_URL: { begins: /^rediss?:\/\//, example: 'redis://:password@host:6379' },
  EVENTSTORE_URL: { begins: /^(esdb|kurrentdb)(\+discover)?:\/\/[^/?]/, example: 'esdb://user:password@host:2113' },
  SMTP_URL: { begins: /^smtps?:\/\//, example: 'smtp://user:password@host:587' },
  PUBLIC_URL: { begins: /^https?:\/\//, example: 'https://hatik.example.am' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { begins: /^https?:\/\//, example: 'http://collector:4318' },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { begins: /^https?:\/\//, example: 'http://collector:4318/v1/traces' },
} satisfies Record<string, Kind>

export type AddressName = keyof typeof ADDRESSES

/**
 * Undefined if valid. A scheme is required: 'mail.example.am:587' would parse as a scheme without host, and lead to
 * this machine.
 */
export function addressFault(name: AddressName, value: string): string | undefined {
  const { begins, example } = ADDRESSES[name]
  if (begins.test(value) && leadsSomewhere(name, value)) return undefined
  const signs = example.includes('password') ? '; in a password, encode @ : / ? # % as %40 %3A %2F %3F %23 %25' : ''
  return `must be a URL such as ${example}${signs}`
}

/** Undefined if valid for `openFileStorage`. */
export function filesFault(value: string): string | undefined {
  const endpoint = (URL.canParse(value) && new URL(value).searchParams.get('endpoint')) || 'https://'
  const leads =
    URL.canParse(value) &&
    (value.startsWith('file:///') || (/^s3:\/\/[^/?]/.test(value) && /^https?:\/\//.test(endpoint)))
  return leads
    ? undefined
    : 'must be a folder such as file:///srv/hatik/files or a bucket such as s3://bucket/prefix?endpoint=https://host&region=name'
}

/** Undefined if it is a list of the addresses of APIs' ledgers, or `dns://` with a name and a port. */
export function peersFault(value: string): string | undefined {
  const leads = isLedgerAddress(value, 'dns:') || peersIn(value).every((peer) => isLedgerAddress(peer, 'http:'))
  return leads
    ? undefined
    : 'must be addresses with ports, such as http://api1:3100,http://api2:3100 or dns://apis:3100'
}

/** `self` is the address of one API's ledger, and among its peers, as far as they are listed. */
export function selfFault(self: string | undefined, peers: string | undefined): string | undefined {
  if (peers === undefined) return self === undefined ? undefined : 'has no effect without LEDGER_PEERS'
  if (self === undefined) return 'is not set'
  if (!isLedgerAddress(self, 'http:')) return 'must be an address with its port, such as http://api1:3100'
  if (peers.startsWith('dns://'))
    return new URL(self).port === new URL(peers).port ? undefined : 'must have the port of LEDGER_PEERS'
  return peersIn(peers).includes(self) ? undefined : 'must be one of the addresses in LEDGER_PEERS'
}

/** Of a list with commas, in its order. */
export const peersIn = (value: string): string[] => value.split(',').map((peer) => peer.trim().replace(/\/$/, ''))

function isLedgerAddress(value: string, scheme: 'http:' | 'dns:'): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, port, pathname, search, username } = new URL(value)
  const bare = ['', '/'].includes(pathname) && search === '' && username === ''
  return protocol === scheme && hostname !== '' && port !== '' && bare
}

/** Throws if missing or wrong; `as` is its name in the error. */
export function checkedAddress(name: AddressName, value: string | undefined, as: string = name): string {
  if (!value) throw new Error(`${as}: is not set`)
  const fault = addressFault(name, value)
  if (fault !== undefined) throw new Error(`${as}: ${fault}`)
  return value
}

function leadsSomewhere(name: AddressName, value: string): boolean {
  // May list cluster members, which URL cannot parse.
  if (name === 'EVENTSTORE_URL') return true
  if (!URL.canParse(value)) return false
  const { hostname, username, password } = new URL(value)
  // No host means a local PostgreSQL socket.
  return (hostname !== '' || name === 'DATABASE_URL') && [username, password].every(isEncoded)
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
