import type { Ledger } from '#ledger/ledger.ts'
import type { Metrics } from './metrics.ts'

/** Counts commands by outcome and measures their time. */
export function measuredLedger<L extends Ledger>(
  ledger: L,
  { commands, commandRefusals, commandSeconds }: Pick<Metrics, 'commands' | 'commandRefusals' | 'commandSeconds'>,
): L {
  return {
    ...ledger,
    async execute(request) {
      const command = request.command.type
      const end = commandSeconds.startTimer({ command })
      let outcome = 'failed'
      try {
        const result = await ledger.execute(request)
        outcome = result.kind === 'done' && result.replayed ? 'replayed' : result.kind
        if (result.kind === 'refused') commandRefusals.inc({ code: result.code })
        return result
      } finally {
        end()
        commands.inc({ command, outcome })
      }
    },
  }
}
