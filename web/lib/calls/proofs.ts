/** Tamper evidence in the browser: heads, proofs of inclusion and of consistency, each checked here and not believed. */
import type { StoredEvent } from '#contracts/calls/audit.ts'
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

/** The page before stays on screen until the next one is there. */
export const useHeads = (before: string | undefined): Reading<Heads> =>
  useKept(useRead(`${HEADS}?limit=${PAGE}${before === undefined ? '' : `&before=${before}`}`, headsReplySchema))

const newestHead = async (): Promise<Heads> => api.read(`${HEADS}?limit=1`, headsReplySchema)

export async function isHeadSigned(head: SignedHead, keys: Heads['keys']): Promise<boolean> {
  const key = keys[head.keyId]
  return key !== undefined && keyIdOf(key) === head.keyId && (await isSignedBy(key, headText(head), head.signature))
}

/** The log of the older head is the beginning of the newer one's. */
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
  /** The text that was proven says the same as the event on screen. */
  sameEvent: boolean
  leafFits: boolean
  pathFits: boolean
  headSigned: boolean
}

/** Undefined while no signed head covers the event. Rejects with ApiError. */
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

/** A redemption code is masked on screen and sealed in the proof; everything else has to be equal. */
function saysTheSame(proven: string, { leaf: _, ...shown }: StoredEvent): boolean {
  const bare = ({ data: { code: _code, codeSeal: _seal, ...data }, ...rest }: Omit<StoredEvent, 'leaf'>): string =>
    canonicalText({ ...rest, data })
  try {
    return bare(JSON.parse(proven) as StoredEvent) === bare(shown)
  } catch {
    return false
  }
}

/** What is published beside what a file says of itself. `log`: null where the file names no head. */
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
