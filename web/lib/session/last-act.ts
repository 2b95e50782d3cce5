/** What was carried out last on this page, in a sentence, for a page that crashes right after it: nobody repeats an act that succeeded. */
const SHOWN_FOR_MS = 60_000

let last: { sentence: string; at: number } | undefined

export function rememberAct(sentence: string): void {
  last = { sentence, at: Date.now() }
}

/** Undefined where nothing was carried out within the last minute. */
export function lastAct(): string | undefined {
  return last && Date.now() - last.at < SHOWN_FOR_MS ? last.sentence : undefined
}

/** At sign-in and sign-out: an act is nobody else's. */
export function forgetAct(): void {
  last = undefined
}
