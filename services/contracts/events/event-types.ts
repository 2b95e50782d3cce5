export const typesOf = <T extends string>(family: Record<T, unknown>): T[] => Object.keys(family) as T[]
