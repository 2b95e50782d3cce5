import sharp from 'sharp'
import { storeCover, storeLogo } from '#businesses/profile/logos.ts'
import { openFileStorage } from '#platform/files/file-storage.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { DRAWINGS } from './drawings.ts'
import { BUSINESSES, type DemoBusiness } from './people.ts'

/** As their owners would upload them. Only of businesses without a picture, so an interrupted seed can be repeated. */
export async function seedPictures(
  pool: Pool,
  filesUrl: string,
  idOf: (owner: DemoBusiness['owner']) => number,
): Promise<void> {
  const files = openFileStorage(filesUrl)
  for (const { owner, drawing, perks } of BUSINESSES) {
    const id = idOf(owner)
    const bare = 'user_id = $1 AND logo_url IS NULL AND cover_url IS NULL'
    if (drawing === null || !(await pool.query(`SELECT FROM business_profiles WHERE ${bare}`, [id])).rowCount) continue
    const { logo, cover, perk } = DRAWINGS[drawing]
    await pool.query(
      `UPDATE perks SET picture_url = $3 WHERE name = $2 AND business_profile_id = (SELECT id FROM business_profiles WHERE user_id = $1)`,
      [id, perks[0]?.name, await storeLogo(files, id, await png(perk))],
    )
    const addresses = [await storeLogo(files, id, await png(logo)), await storeCover(files, id, await png(cover))]
    await pool.query(`UPDATE business_profiles SET logo_url = $2, cover_url = $3 WHERE ${bare}`, [id, ...addresses])
  }
}

const png = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer()
