import type { Run } from '../../cli/context.ts'
import { instantOf } from '../../domain/time.ts'
import type { Receipt } from './receipt.ts'

/** Returns what the member brought in the season of the delivery. */
export const seasonOf = (run: Run, { from, occurred_at }: Receipt) =>
  run('report.season', { party: from.party, atMs: instantOf(occurred_at) })
