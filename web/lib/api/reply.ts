/**
 * Every contract schema is one. The first public pages check only the fields they show, because the schema library
 * would be half their size; tests hold these checks to the contract.
 */
export interface Reply<Value> {
  safeParse: (json: unknown) => { success: true; data: Value } | { success: false; error: { message: string } }
}

export const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

export function objectWith<Value extends object>(...fields: readonly (keyof Value & string)[]): Reply<Value> {
  return {
    safeParse: (json) => {
      const missing = isRecord(json) ? fields.filter((field) => !(field in json)) : fields
      return missing.length === 0
        ? { success: true, data: json as Value }
        : { success: false, error: { message: `without ${missing.join(', ')}` } }
    },
  }
}

export function listOf<Item extends object>(...fields: readonly (keyof Item & string)[]): Reply<Item[]> {
  const item = objectWith<Item>(...fields)
  return {
    safeParse: (json) => {
      if (!Array.isArray(json)) return { success: false, error: { message: 'not a list' } }
      for (const entry of json) {
        const checked = item.safeParse(entry)
        if (!checked.success) return checked
      }
      return { success: true, data: json as Item[] }
    },
  }
}
