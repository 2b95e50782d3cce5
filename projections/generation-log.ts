import type { Logger } from 'pino'
import type { ReplayJobOptions } from './runtime/replay/replay-job.ts'
import type { ShardedCatchUpOptions } from './runtime/shards/sharded-catch-up.ts'

/** What the operator is told of generations. */
export function generationLog(
  log: Pick<Logger, 'info' | 'error'>,
): Pick<ReplayJobOptions, 'onBuild' | 'onBuilt' | 'onDropped' | 'onSwitched'> &
  Required<Pick<ShardedCatchUpOptions, 'onDivided'>> {
  return {
    onDivided(division) {
      if (division.shards === division.wanted) log.info(division, 'the read models are written in shards')
      else log.error(division, 'the read models are stopped, so the number of shards stays; restart when they continue')
    },
    onBuild: (generation) =>
      log.info({ generation }, 'this version has read models of its own: building them from the log'),
    onBuilt(generation, tables) {
      const differ = tables?.filter(
        ({ changed, missing, extra, note }) => note === null && changed + missing + extra > 0,
      )
      if (!differ) return log.info({ generation }, 'the read models of this version are built')
      if (differ.length === 0)
        return log.info(
          { generation },
          'the read models of this version are built, and agree with those of the version before',
        )
      // The log is right, so this version starts nevertheless.
      log.error(
        { generation, tables: differ.map(({ samples: _, ...counts }) => counts) },
        'the read models of this version are built, and differ from those of the version before',
      )
    },
    onDropped: (generation) => log.info({ generation }, 'dropped the read models of a version that no longer runs'),
    onSwitched: (generation) => log.info({ generation }, 'switched to another generation of the read models'),
  }
}
