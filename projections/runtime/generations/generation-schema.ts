/** The schema of a generation, safe to stand in a statement. Throws for what is no generation. */
export function generationSchema(generation: number): string {
  if (!Number.isSafeInteger(generation) || generation < 1) throw new Error(`${generation} is no generation`)
  return `read_g${generation}`
}
