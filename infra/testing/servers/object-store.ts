/**
 * A small in-memory S3 server for tests, which verifies signatures (AWS4-HMAC-SHA256). npm's S3 servers fail on current
 * Node to continue a truncated list, because their tokens use DES.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const OBJECT_STORE_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'HATIKTEST',
  AWS_SECRET_ACCESS_KEY: 'a secret of this test',
} as const
const BUCKET = 'hatik-files'
/** Entries per list response; short, so that tests need several. */
const LISTED_AT_ONCE = 3

type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> }
const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
})

/** `filesUrl`: a FILES_URL with its own folder in the bucket. */
export async function startObjectStore(): Promise<{
  filesUrl: (prefix: string) => string
  close: () => Promise<void>
}> {
  const objects = new Map<string, { bytes: Buffer; writtenAt: Date }>()

  function answer(request: IncomingMessage, url: URL, bytes: Buffer): Answer {
    if (!isSigned(request, url, bytes))
      return refusal(403, 'SignatureDoesNotMatch', 'The request signature does not match')
    const [, bucket, key] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (bucket !== BUCKET) return refusal(404, 'NoSuchBucket', 'The specified bucket does not exist')
    if (!key) return { status: 200, body: listing(url.searchParams) }
    const found = objects.get(key)
    if (request.method === 'PUT') objects.set(key, { bytes, writtenAt: new Date() })
    else if (request.method === 'DELETE') objects.delete(key)
    else if (!found) return refusal(404, 'NoSuchKey', 'The specified key does not exist')
    else return { status: 200, body: found.bytes, headers: { 'last-modified': found.writtenAt.toUTCString() } }
    return { status: request.method === 'PUT' ? 200 : 204 }
  }

  function listing(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const after = Buffer.from(query.get('continuation-token') ?? '', 'hex').toString()
    const keys = [...objects.keys()]
      .filter(
        (key) => key.startsWith(prefix) && key > after && !(delimiter && key.slice(prefix.length).includes(delimiter)),
      )
      .sort()
    const shown = keys.slice(0, LISTED_AT_ONCE)
    const contents = shown.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.writtenAt.toISOString()}</LastModified></Contents>`,
    )
    const more = keys.length > shown.length
    const token = more
      ? `<NextContinuationToken>${Buffer.from(shown.at(-1) ?? '').toString('hex')}</NextContinuationToken>`
      : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${token}</ListBucketResult>`
  }

  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { status, body, headers } = answer(request, new URL(request.url ?? '/', 'http://store'), bytes)
      response
        .writeHead(status, { ...(typeof body === 'string' && { 'content-type': 'application/xml' }), ...headers })
        .end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    filesUrl: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=${endpoint}&region=eu-central-1`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned({ method, headers }: IncomingMessage, url: URL, bytes: Buffer): boolean {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = OBJECT_STORE_CREDENTIALS
  const [, scope = '', signed = '', signature] =
    new RegExp(`^AWS4-HMAC-SHA256 Credential=${id}/(.+), SignedHeaders=(.+), Signature=([0-9a-f]{64})$`).exec(
      headers.authorization ?? '',
    ) ?? []
  const content = String(headers['x-amz-content-sha256'])
  if (content !== sha256(bytes)) return false
  const query = url.search.slice(1).split('&').sort().join('&')
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    signed,
    content,
  ].join('\n')
  const key = [...scope.split('/')].reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`)
  return (
    signature ===
    hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')).toString('hex')
  )
}
