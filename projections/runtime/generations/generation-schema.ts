/** The schema of a generation, safe in SQL. Throws for an invalid number. */
export function generationSchema(generation: number): string {
  if (!Number.isSafeInteger(generation) || generation < 1) throw new Error(`Not a generation number: ${generation}`)
  return `read_g${generation}`
}
