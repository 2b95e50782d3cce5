/** Acts at the counter that the server has accepted, for a till that locks after each. */
const listeners = new Set<() => void>()

/** Tells the listeners once the act is accepted. Settles as the act does. */
export async function acted<Reply>(act: Promise<Reply>): Promise<Reply> {
  const reply = await act
  for (const listener of listeners) listener()
  return reply
}

/** Returns the function that ends it. */
export function onActed(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
