import { compare } from '../../base/typed.ts'
import { confirmedType, descriptors, type Subjects } from '../types/index.ts'
import { isSaidByALotOwner, mayBeSaidByALotOwner } from './lot-owners.ts'
import { holdersOf } from './members.ts'
import { remembered } from './memoized-graph.ts'
import type { SubjectParties, Version, World } from './world.ts'

const UNRESOLVED: SubjectParties = { parties: [], resolved: false }

/**
 * Returns the subjects of a version: the parties that it names itself; for a confirmation or retraction, the
 * subjects of the record that it names; for a loss, every holder that any version of the lot states, so that
 * a correction never hides from people what was recorded about their lot. A loss has no subjects while its
 * asserter may not read the lot as its own: otherwise a stranger could learn whose lot it is, and anybody who
 * uses a lot's id could read others' records about it.
 */
export function subjectsOf(world: World, version: Version): SubjectParties {
  if (version.bodySubjects !== undefined) return version.bodySubjects
  const subjects = descriptors[version.type].subjects(version.body)
  if (!('named' in subjects)) return ofAnother(world, version)
  version.bodySubjects = { parties: sortedOnce(subjects.named), resolved: subjects.noGrantOpens !== true }
  return version.bodySubjects
}

const ofAnother = remembered(
  (world: World, version: Version): SubjectParties => {
    const subjects = descriptors[version.type].subjects(version.body)
    return 'named' in subjects ? UNRESOLVED : ofRecord(world, version, subjects)
  },
  (version) => version.seq,
)

function named(parties: readonly string[]): SubjectParties {
  return { parties: sortedOnce(parties), resolved: true }
}

/** Sorts the parties and removes duplicates, quickly for the usual one or two. */
function sortedOnce(parties: readonly string[]): readonly string[] {
  const [a, b] = parties
  if (a === undefined || b === undefined || (parties.length === 2 && a < b)) return parties
  if (parties.length > 2) return [...new Set(parties)].sort(compare)
  return a === b ? [a] : [b, a]
}

type OfRecord = Extract<Subjects, { readonly ofRecord: string }>

/** Ends after at most two steps: a retraction cannot be retracted, and nothing else leads back to one. */
function ofRecord(world: World, version: Version, { ofRecord: id, wholeChain }: OfRecord): SubjectParties {
  const target = world.near(id)
  if (target === undefined) return UNRESOLVED
  if (wholeChain) {
    // Done for other records too, so that a stranger's loss takes the same work if the lot does not exist.
    const isKnown = isSaidByALotOwner(world, version, target)
    return isKnown && target.id === id && target.type === 'lot'
      ? named(holdersOf(world, target.root))
      : UNRESOLVED
  }
  if (target.id !== id) return UNRESOLVED
  const fits =
    version.type === 'retraction' ? target.type !== 'retraction' : target.type === confirmedType(version.type)
  return fits ? subjectsOf(world, target) : UNRESOLVED
}

/**
 * Returns every party that may prove to be a subject of the record. For a loss these are the holders of the
 * lot, if its asserter may prove to be an owner of the lot; a stranger's loss has none. Lists store these as
 * candidates; each read determines who is a subject.
 * @param around returns the records around it, which are needed only if it does not name its subjects itself
 */
export function possibleSubjects(around: () => World, version: Version): readonly string[] {
  const subjects = descriptors[version.type].subjects(version.body)
  if ('named' in subjects) return sortedOnce(subjects.named)
  const world = around()
  const target = world.near(subjects.ofRecord)
  if (target === undefined) return []
  const isMeant = target.id === subjects.ofRecord
  if (!subjects.wholeChain) return isMeant ? possibleSubjects(around, target) : []
  const isCandidate = mayBeSaidByALotOwner(world, version, target) && isMeant && target.type === 'lot'
  return isCandidate ? named(holdersOf(world, target.root)).parties : []
}
