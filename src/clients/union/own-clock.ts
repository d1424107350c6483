import { DAY_MS, formatInstant } from '../../domain/time.ts'
import { type Clock, CONFIRM_DAYS, dropAll } from './apply.ts'
import type { Engine } from './engine.ts'
import { allSources } from './source.ts'
import { STATEMENTS } from './statements.ts'

/**
 * What a union deletes by its own clock, whether its sources can be reached or not: what may be kept no longer, and what only
 * consents opened that have ended long ago. Views leave both out at once.
 */

export async function passTime(engine: Engine, clock: Clock): Promise<void> {
  for (const source of await allSources(engine)) await passTimeOf(engine, source.source, clock)
}

async function passTimeOf(engine: Engine, name: string, clock: Clock): Promise<void> {
  const { nowMs, confirmDays = CONFIRM_DAYS } = clock
  const now = formatInstant(nowMs)
  await engine.atOnce(name, async (within) => {
    const expired =
      (await within.run(STATEMENTS['record.expire'], [name, now])) +
      (await within.run(STATEMENTS['kept.expire'], [name, now]))
    if (expired > 0) await within.run(STATEMENTS['source.toPurge'], [name, now])
    const ended = formatInstant(nowMs - confirmDays * DAY_MS)
    if ((await within.all(STATEMENTS['record.unopened'], [name, ended])).length === 0) return
    // What the source confirmed after the end of the consents, it would have closed.
    if ((await within.run(STATEMENTS['source.unheard'], [name, ended])) === 0) return
    // A consent may have been renewed unheard, and the source does not send again what it has sent: all comes again. A feed from
    // the beginning closes nothing that came before it, so nothing of that may stay.
    await within.run(STATEMENTS['kept.keepAll'], [name, now])
    await dropAll(within, name, now)
  })
}

/** Ends a source for good. What may be kept for a while is kept until then. @returns false if there is none */
export async function endSource(engine: Engine, name: string, nowMs: number): Promise<boolean> {
  const now = formatInstant(nowMs)
  return await engine.atOnce(name, async (within) => {
    if ((await within.run(STATEMENTS['source.end'], [name])) === 0) return false
    await within.run(STATEMENTS['kept.keepAll'], [name, now])
    await dropAll(within, name, now)
    return true
  })
}
