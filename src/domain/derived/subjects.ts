import { descriptors, type Subjects } from '../types/index.ts'
import { isSaidByALotOwner, mayBeSaidByALotOwner } from './lot-owners.ts'
import { byText, holdersOf } from './members.ts'
import { remembered } from './memoized-graph.ts'
import type { SubjectParties, Version, World } from './world.ts'

const UNRESOLVED: SubjectParties = { parties: [], resolved: false }

/**
 * The parties a version is about: those it names itself; for a confirmation or a retraction those of the record it
 * names; for a loss every holder any version of the lot states, so that a correction never hides from people what was
 * said about their lot. A loss asserted by somebody who may not read the lot as its own is about nobody yet: otherwise a
 * stranger could learn whose lot it is, and anybody who takes a lot's id could read what others said about it.
 */
export function subjectsOf(world: World, version: Version): SubjectParties {
  if (version.bodySubjects !== undefined) return version.bodySubjects
  const subjects = descriptors[version.type].subjects(version.body)
  if (!('named' in subjects)) return ofAnother(world, version)
  const { parties } = named(subjects.named)
  version.bodySubjects = { parties, resolved: subjects.noGrantOpens !== true }
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

/** Most records name two at most. */
function sortedOnce(parties: readonly string[]): readonly string[] {
  const [a, b] = parties
  if (a === undefined || b === undefined || (parties.length === 2 && a < b)) return parties
  if (parties.length > 2) return [...new Set(parties)].sort(byText)
  return a === b ? [a] : [b, a]
}

type OfRecord = Extract<Subjects, { readonly ofRecord: string }>

/** Ends after two steps at most: a retraction is not retracted, and nothing else leads back to a retraction. */
function ofRecord(world: World, version: Version, { ofRecord: id, wholeChain }: OfRecord): SubjectParties {
  const target = world.near(id)
  if (target === undefined) return UNRESOLVED
  if (wholeChain) {
    // Done for other records too, so that a stranger's loss takes the same work whether or not the lot exists.
    const isKnown = isSaidByALotOwner(world, version, target)
    return isKnown && target.id === id && target.type === 'lot'
      ? named(holdersOf(world, target.root))
      : UNRESOLVED
  }
  if (target.id !== id) return UNRESOLVED
  const fits = version.type === 'retraction' ? target.type !== 'retraction' : target.type === 'delivery'
  return fits ? subjectsOf(world, target) : UNRESOLVED
}

/**
 * Everybody the record may turn out to be about. Of a loss these are the holders of the lot, if its asserter may turn
 * out to have to do with the lot; a stranger's is about nobody. Lists keep these as candidates; every read decides who
 * is a subject.
 */
export function possibleSubjects(world: World, version: Version): readonly string[] {
  const subjects = descriptors[version.type].subjects(version.body)
  if ('named' in subjects) return named(subjects.named).parties
  const target = world.near(subjects.ofRecord)
  if (target === undefined) return []
  const isMeant = target.id === subjects.ofRecord
  if (!subjects.wholeChain) return isMeant ? possibleSubjects(world, target) : []
  const isCandidate = mayBeSaidByALotOwner(world, version, target) && isMeant && target.type === 'lot'
  return isCandidate ? named(holdersOf(world, target.root)).parties : []
}
