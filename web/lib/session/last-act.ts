/** If the page crashes after a successful action, this sentence keeps anyone from repeating it. */
const SHOWN_FOR_MS = 60_000

let last: { sentence: string; at: number } | undefined

export function rememberAct(sentence: string): void {
  last = { sentence, at: Date.now() }
}

export function lastAct(): string | undefined {
  return last && Date.now() - last.at < SHOWN_FOR_MS ? last.sentence : undefined
}

/** The next user must not see it. */
export function forgetAct(): void {
  last = undefined
}
