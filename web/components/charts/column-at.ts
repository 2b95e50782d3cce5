/** Index of the column under a pointer. `share`: 0 to 1 of the width; a drag may leave it at either side. */
export function columnAt(share: number, columns: number): number {
  if (!Number.isFinite(share)) return 0
  return Math.min(columns - 1, Math.max(0, Math.floor(share * columns)))
}
