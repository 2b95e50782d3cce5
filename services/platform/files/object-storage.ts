/** S3-compatible storage. The client is loaded on first use. */
import type { FileStorage } from './stored-files.ts'

type Sdk = typeof import('@aws-sdk/client-s3')
type Client = InstanceType<Sdk['S3Client']>

/** Other stores ignore it. */
const DEFAULT_REGION = 'us-east-1'
/** Per call with retries; the client has no limit. */
const CALL_MS = 20_000

/**
 * Address: s3://bucket/prefix?endpoint=https://…&region=…, both optional. Throws if invalid; calls reject after
 * `callMs`. Credentials come from the environment; callers check keys.
 */
export function openObjectStorage(address: URL, { callMs = CALL_MS }: { callMs?: number } = {}): FileStorage {
  const Bucket = address.hostname
  const endpoint = address.searchParams.get('endpoint')
  if (!Bucket || (endpoint !== null && !/^https?:\/\//.test(endpoint)))
    throw new Error('FILES_URL: s3://bucket/prefix?endpoint=https://…&region=…')
  const prefix = address.pathname.replace(/^\/+|\/+$/g, '')
  const nameOf = (key: string) => (prefix ? `${prefix}/${key}` : key)

  let opened: Promise<{ sdk: Sdk; client: Client }> | undefined
  const open = () =>
    (opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region: address.searchParams.get('region') ?? DEFAULT_REGION,
        // Other stores lack host names per bucket and optional checksums.
        ...(endpoint !== null && { endpoint, forcePathStyle: true }),
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    })))
  const inTime = () => ({ abortSignal: AbortSignal.timeout(callMs) })

  return {
    async put(key, bytes) {
      const { sdk, client } = await open()
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: nameOf(key), Body: bytes }), inTime())
    },
    async get(key) {
      const { sdk, client } = await open()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: nameOf(key) }), inTime())
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      }
    },
    async delete(key) {
      const { sdk, client } = await open()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: nameOf(key) }), inTime())
    },
    async list(folder) {
      const { sdk, client } = await open()
      const found: { key: string; writtenAt: Date }[] = []
      const cut = nameOf('').length
      for (let ContinuationToken: string | undefined; ;) {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            Prefix: `${nameOf(folder)}/`,
            Delimiter: '/',
            ...(ContinuationToken !== undefined && { ContinuationToken }),
          }),
          inTime(),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) found.push({ key: Key.slice(cut), writtenAt: LastModified })
        if (!page.IsTruncated) return found
        ContinuationToken = page.NextContinuationToken
      }
    },
  }
}
