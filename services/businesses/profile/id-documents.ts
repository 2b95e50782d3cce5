/** ID documents (H26, R162): readable by administrators only, deleted thirty days after the decision. */
import { isolateFailures, type Each } from '#platform/process/isolate-failures.ts'
import type { FileStorage } from '#platform/files/file-storage.ts'
import { newFileKey } from '#platform/files/file-storage.ts'
import { IMAGE_TARGETS, redrawImage } from '#platform/files/images.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

const FOLDER = 'id-documents'
const KEEP_DAYS = 30
/** For documents whose registration crashed before its row was written. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000

/** Re-encodes the picture without metadata; returns its key. Throws ImageRefused. */
export async function storeIdDocument(files: FileStorage, upload: Uint8Array): Promise<string> {
  const { jpeg } = await redrawImage(upload, IMAGE_TARGETS.document)
  const key = newFileKey(FOLDER, jpeg, 'jpg')
  await files.put(key, jpeg)
  return key
}

export async function readIdDocument(
  db: Queryable,
  files: FileStorage,
  businessId: number,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ key: string | null }>(
    `SELECT id_document_url AS key FROM users WHERE id = $1 AND role = 'business'`,
    [businessId],
  )
  const key = rows[0]?.key
  return key ? files.get(key) : undefined
}

/**
 * Chore: deletes expired and unreferenced documents, the file before its reference. Throws after the round if some
 * failed.
 */
export const deleteOldDocuments = (
  db: Queryable,
  files: FileStorage,
  now: Date,
): Promise<{ deleted: number; orphans: number }> =>
  isolateFailures(async (each) => ({
    deleted: await deleteAged(each, db, files, now),
    orphans: await deleteOrphans(each, db, files, now),
  }))

async function deleteAged(each: Each, db: Queryable, files: FileStorage, now: Date): Promise<number> {
  const old = await db.query<{ id: number; key: string }>(
    `SELECT u.id, u.id_document_url AS key FROM users u JOIN business_profiles p ON p.user_id = u.id
     WHERE u.id_document_url IS NOT NULL AND p.decided_at < $1::timestamptz - make_interval(days => ${KEEP_DAYS})`,
    [now],
  )
  return each(old.rows, async ({ id, key }) => {
    await files.delete(key)
    await db.query('UPDATE users SET id_document_url = NULL WHERE id = $1 AND id_document_url = $2', [id, key])
  })
}

async function deleteOrphans(each: Each, db: Queryable, files: FileStorage, now: Date): Promise<number> {
  const stored = await files.list(FOLDER)
  const aged = stored
    .filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() > ORPHAN_AFTER_MS)
    .map(({ key }) => key)
  const known = await db.query<{ key: string }>(
    'SELECT id_document_url AS key FROM users WHERE id_document_url = ANY($1)',
    [aged],
  )
  const referred = new Set(known.rows.map(({ key }) => key))
  const orphans = aged.filter((key) => !referred.has(key))
  return each(orphans, (key) => files.delete(key))
}

/** H22: registrations rejected thirty days ago. */
export async function rejectedToErase(db: Queryable, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ userId: number }>(
    `SELECT user_id AS "userId" FROM business_profiles WHERE status = 'rejected' AND decided_at < $1::timestamptz - make_interval(days => ${KEEP_DAYS}) ORDER BY random() LIMIT 100`,
    [now],
  )
  return rows.map(({ userId }) => userId)
}
