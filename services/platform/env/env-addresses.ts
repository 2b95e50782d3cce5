/** The addresses of servers in the environment. What is wrong with one is told without repeating it: it may hold a password. */
type Kind = { begins: RegExp; example: string }

const ADDRESSES = {
  DATABASE_URL: { begins: /^postgres(ql)?:\/\//, example: 'postgres://user:password@host:5432/hatik' },
  REDIS_URL: { begins: /^rediss?:\/\//, example: 'redis://:password@host:6379' },
  EVENTSTORE_URL: { begins: /^(esdb|kurrentdb)(\+discover)?:\/\/[^/?]/, example: 'esdb://user:password@host:2113' },
  SMTP_URL: { begins: /^smtps?:\/\//, example: 'smtp://user:password@host:587' },
  PUBLIC_URL: { begins: /^https?:\/\//, example: 'https://hatik.example.am' },
} satisfies Record<string, Kind>

export type AddressName = keyof typeof ADDRESSES

/**
 * What is wrong with it, undefined where nothing is. Without its scheme a host would be taken for one: 'mail.example.am:587' is a whole address of the
 * scheme 'mail.example.am', and leads to this machine.
 */
export function addressFault(name: AddressName, value: string): string | undefined {
  const { begins, example } = ADDRESSES[name]
  if (begins.test(value) && leadsSomewhere(name, value)) return undefined
  const signs = example.includes('password')
    ? '; in a password each of @ : / ? # % is written as %40 %3A %2F %3F %23 %25'
    : ''
  return `must be an address such as ${example}${signs}`
}

/** The same of FILES_URL, as `openFileStorage` reads it. */
export function filesFault(value: string): string | undefined {
  const endpoint = (URL.canParse(value) && new URL(value).searchParams.get('endpoint')) || 'https://'
  const leads =
    URL.canParse(value) &&
    (value.startsWith('file:///') || (/^s3:\/\/[^/?]/.test(value) && /^https?:\/\//.test(endpoint)))
  return leads
    ? undefined
    : 'must be a folder, as file:///srv/hatik/files, or a bucket, as s3://bucket/prefix?endpoint=https://host&region=name'
}

/** `as`: what whoever gave it calls it. Throws where it is missing or wrong, and says which. */
export function checkedAddress(name: AddressName, value: string | undefined, as: string = name): string {
  if (!value) throw new Error(`${as}: is not set`)
  const fault = addressFault(name, value)
  if (fault !== undefined) throw new Error(`${as}: ${fault}`)
  return value
}

function leadsSomewhere(name: AddressName, value: string): boolean {
  // The members of a cluster, with commas between them, are no address that URL knows; its client reads them.
  if (name === 'EVENTSTORE_URL') return true
  if (!URL.canParse(value)) return false
  const { hostname, username, password } = new URL(value)
  // Without a host PostgreSQL is reached by a socket of this machine.
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
