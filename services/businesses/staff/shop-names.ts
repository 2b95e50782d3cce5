import type { Queryable } from '#platform/postgres/postgres.ts'

/** By id. Removed people have lost their name and are missing; revoked tills, removed branches and perks keep theirs. */
export type ShopNames = {
  people: ReadonlyMap<string, string>
  tills: ReadonlyMap<string, string>
  branches: ReadonlyMap<string, string>
  perks: ReadonlyMap<number, string>
}

export async function shopNames(db: Queryable, businessId: number): Promise<ShopNames> {
  const names = async <Id>(text: string) => {
    const { rows } = await db.query<{ id: Id; name: string }>(text, [businessId])
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  return {
    people: await names<string>('SELECT id, name FROM business_staff WHERE business_id = $1 AND removed_at IS NULL'),
    tills: await names<string>('SELECT id, name FROM tills WHERE business_id = $1'),
    branches: await names<string>('SELECT id, name FROM branches WHERE business_id = $1'),
    perks: await names<number>(
      'SELECT k.id, k.name FROM perks k JOIN business_profiles p ON p.id = k.business_profile_id WHERE p.user_id = $1',
    ),
  }
}
