/** Tamper evidence, verified in the browser. */
import type { StoredEvent } from '#contracts/calls/staff/audit.ts'
import {
  consistencyReplySchema,
  headsReplySchema,
  inclusionReplySchema,
  type Heads,
  type InclusionProof,
  type SignedHead,
  type VerifyReport,
} from '#contracts/calls/proofs.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { isConsistent, leafHash, rootOfInclusion } from '#contracts/verify/merkle.ts'
import { fromHex, toHex } from '#contracts/verify/sha256.ts'
import { headText, isSignedBy, keyIdOf } from '#contracts/verify/signatures.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'

const HEADS = '/api/ledger/heads'
const PAGE = 10

export const useHeads = (before: string | undefined): Reading<Heads> =>
  useKept(useRead(`${HEADS}?limit=${PAGE}${before === undefined ? '' : `&before=${before}`}`, headsReplySchema))

const newestHead = async (): Promise<Heads> => api.read(`${HEADS}?limit=1`, headsReplySchema)

export async function isHeadSigned(head: SignedHead, keys: Heads['keys']): Promise<boolean> {
  const key = keys[head.keyId]
  return key !== undefined && keyIdOf(key) === head.keyId && isSignedBy(key, headText(head), head.signature)
}

/** Whether the older head's log is a prefix of the newer one's. Rejects with ApiError. */
export async function continues(
  older: Pick<SignedHead, 'size' | 'root'>,
  newer: Pick<SignedHead, 'size' | 'root'>,
): Promise<boolean> {
  if (older.size === newer.size) return older.root === newer.root
  if (older.size > newer.size) return false
  if (older.size === 0) return true
  const { proof } = await api.read(
    `/api/ledger/consistency?first=${older.size}&second=${newer.size}`,
    consistencyReplySchema,
  )
  return isConsistent(
    { first: older.size, firstRoot: fromHex(older.root), second: newer.size, secondRoot: fromHex(newer.root) },
    proof.map(fromHex),
  )
}

export interface InclusionCheck {
  proof: InclusionProof
  head: SignedHead
  sameEvent: boolean
  leafFits: boolean
  pathFits: boolean
  headSigned: boolean
}

/** Undefined while no signed tree head covers the event. Rejects with ApiError. */
export async function checkInclusion(event: StoredEvent): Promise<InclusionCheck | undefined> {
  const { heads, keys } = await newestHead()
  const [head] = heads
  if (!head || head.position === null || BigInt(head.position) < BigInt(event.position)) return undefined
  const proof = await api.read(
    `/api/audit/inclusion?position=${event.position}&size=${head.size}`,
    inclusionReplySchema,
  )
  const leaf = leafHash(proof.event)
  const root = rootOfInclusion(leaf, proof.index, head.size, proof.proof.map(fromHex))
  return {
    proof,
    head,
    sameEvent: saysTheSame(proof.event, event),
    leafFits: toHex(leaf) === proof.leaf,
    pathFits: root !== undefined && toHex(root) === head.root,
    headSigned: await isHeadSigned(head, keys),
  }
}

const PLACE = ['staffId', 'tillId', 'branchId', 'placeSeal']
const without = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** Ignores the redemption code, which is masked on screen, and who acted at which till: the proof seals both. */
function saysTheSame(proven: string, { leaf: _, ...shown }: StoredEvent): boolean {
  const bare = ({ data, metadata, ...rest }: Omit<StoredEvent, 'leaf'>): string =>
    canonicalText({ ...rest, data: without(data, ['code', 'codeSeal']), metadata: without(metadata, PLACE) })
  try {
    return bare(JSON.parse(proven) as StoredEvent) === bare(shown)
  } catch {
    return false
  }
}

/**
 * How a file's claims compare with the published data. `log` is null if the file names no tree head or none is
 * published.
 */
export interface Published {
  key: boolean
  log: 'continues' | 'differs' | 'newer' | null
}

/** Rejects with ApiError. */
export async function compareWithPublished({ keyId, head }: VerifyReport): Promise<Published> {
  const { heads, keys } = await newestHead()
  const [newest] = heads
  const publicKey = keyId === null ? undefined : keys[keyId]
  const key = publicKey !== undefined && keyIdOf(publicKey) === keyId
  if (!head || !newest) return { key, log: null }
  if (head.size > newest.size) return { key, log: 'newer' }
  return { key, log: (await isHeadSigned(newest, keys)) && (await continues(head, newest)) ? 'continues' : 'differs' }
}
