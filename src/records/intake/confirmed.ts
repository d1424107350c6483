import type { Confirmed, Origin } from '../../domain/correction.ts'
import { isUnderLiveMandate } from '../../domain/derived/members.ts'
import { standingOf } from '../../domain/derived/standing.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { Version, World } from '../../domain/derived/world.ts'

export const originOf = (record: Version): Origin => ({
  assertedBy: record.body.asserted_by,
  onBehalfOf: record.body.on_behalf_of,
})

/** Returns a record that is to be confirmed, as the rules of confirmations and signatures need it. */
export function confirmedOf(world: World, target: Version): Confirmed {
  const { assertedBy, onBehalfOf } = originOf(target)
  return {
    origin: { assertedBy, onBehalfOf: isUnderLiveMandate(world, target) ? onBehalfOf : undefined },
    parties: subjectsOf(world, target).parties,
    retracted: standingOf(world, target) === 'retracted',
  }
}
