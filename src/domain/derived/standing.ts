import { addTo } from '../../base/groups.ts'
import type { Mention } from '../types/relations.ts'
import { byId } from './members.ts'
import { remembered } from './memoized-graph.ts'
import { type Standing, standingsIn } from './standings.ts'
import type { Version, World } from './world.ts'

/** A chain of corrections as a tree, since two people may correct the same version. */
export interface Chain {
  readonly root: number
  /** Every version; a reference to any of these ids means the chain. */
  readonly ids: readonly string[]
  readonly standings: ReadonlyMap<string, Standing>
  /** The sorted ids of the corrections of each version; uncorrected versions are absent. */
  readonly children: ReadonlyMap<string, readonly string[]>
  /**
   * At most one: two tips would have a common ancestor with two live branches, which makes both forked.
   */
  readonly tips: readonly Version[]
  /** Versions without corrections, including retracted ones, by id. */
  readonly leaves: readonly Version[]
  /**
   * The versions that represent a lot or obligation in its relations to other records: the tip, else the
   * leaves.
   */
  readonly bases: readonly Version[]
}

const NO_CHILDREN: ReadonlyMap<string, readonly string[]> = new Map()
const NONE: readonly Version[] = []
const NO_IDS: readonly string[] = []

/** Returns the chain whose first version has this seq. */
export const chainOf = remembered((world: World, root: number): Chain => {
  const versions = world.chain(root)
  const ids = versions.map((version) => version.id)
  const retractions = world.naming('retracts', ids)
  const [only] = versions
  if (only !== undefined && versions.length === 1) {
    const isTip = retractions.length === 0
    return {
      root,
      ids,
      standings: new Map([[only.id, isTip ? 'tip' : 'retracted']]),
      children: NO_CHILDREN,
      tips: isTip ? versions : NONE,
      leaves: versions,
      bases: versions,
    }
  }
  return grown(root, versions, ids, retractions)
})

function grown(
  root: number,
  versions: readonly Version[],
  ids: readonly string[],
  retractions: readonly Version[],
): Chain {
  const { children, standings } = treeOf(versions, retractions)
  const leaves = versions.filter(({ id }) => !children.has(id)).sort(byId)
  const tips = leaves.filter(({ id }) => standings.get(id) === 'tip')
  return { root, ids, standings, children, tips, leaves, bases: tips.length > 0 ? tips : leaves }
}

function treeOf(versions: readonly Version[], retractions: readonly Version[]) {
  const children = new Map<string, string[]>()
  for (const { id, body } of versions) if (body.supersedes !== undefined) addTo(children, body.supersedes, id)
  for (const siblings of children.values()) siblings.sort()

  const order = [...versions].sort((a, b) => a.depth - b.depth).map(({ id }) => id)
  const retracted = new Set(retractions.flatMap(({ body }) => body.target_id ?? []))
  return { children, standings: standingsIn(order, (id) => children.get(id) ?? NO_IDS, retracted) }
}

/** Returns the versions whose standing a record may change: those of its chain or, for a retraction, of its target's. */
export function chainChangedBy(world: World, later: Version): readonly Version[] {
  const changed = later.type === 'retraction' ? world.byId(later.body.target_id) : later
  return changed === undefined ? NONE : world.chain(changed.root)
}

/** Returns the earlier versions whose standing the newest record of a graph changed. */
export function standingsChangedBy(world: World, newest: Version): readonly Version[] {
  const chain = chainChangedBy(world, newest)
  const isEarlier = ({ seq }: Version) => seq < newest.seq
  const ids = chain.map(({ id }) => id)
  const retractions = world.naming('retracts', ids)
  const earlier = chain.filter(isEarlier)
  const before = treeOf(earlier, retractions.filter(isEarlier)).standings
  const after = treeOf(chain, retractions).standings
  return earlier.filter(({ id }) => before.get(id) !== after.get(id))
}

/** Returns the standing of every version of a chain. */
export function standingsOf(world: World, root: number): ReadonlyMap<string, Standing> {
  return chainOf(world, root).standings
}

export function standingOf(world: World, version: Version): Standing {
  const standing = chainOf(world, version.root).standings.get(version.id)
  if (standing === undefined) throw new RangeError('a version is missing from its own chain')
  return standing
}

/** Returns the version that counts: none or one. */
export function tipsOf(world: World, root: number): readonly Version[] {
  return chainOf(world, root).tips
}

/** Whether contradicting corrections leave open which version counts. */
export const isForked = (world: World, root: number): boolean =>
  chainOf(world, root)
    .standings.values()
    .some((standing) => standing === 'forked')

/** Returns the versions that represent the chain: see {@link Chain.bases}. */
export function basesOf(world: World, root: number): readonly Version[] {
  return chainOf(world, root).bases
}

/** A chain that names another chain, with those of its versions that could count. */
export interface NamingChain {
  /** The tip or, in a fork, the unretracted leaves. */
  readonly ends: readonly Version[]
  readonly forked: boolean
}

const NOTHING_NAMES: readonly NamingChain[] = []

/**
 * Returns the chains that name another chain and may count in its figures. Only the ends of a chain decide
 * what it names, so that a correction can move a record from one lot or obligation to another.
 * @param by parties that may count: an end asserted neither by nor for one of them is ignored
 */
export function chainsNaming(
  world: World,
  relation: Mention,
  named: Chain,
  by: Iterable<string>,
): readonly NamingChain[] {
  const mentions = world.mentions(relation, named.ids, by)
  if (mentions.length === 0) return NOTHING_NAMES
  const byRoot = new Map<number, { ends: Version[]; forked: boolean }>()
  for (const version of mentions) {
    const chain = chainOf(world, version.root)
    const standing = chain.standings.get(version.id)
    if (standing !== 'tip' && (standing !== 'forked' || chain.children.has(version.id))) continue
    const known = byRoot.get(version.root)
    if (known === undefined) byRoot.set(version.root, { ends: [version], forked: standing === 'forked' })
    else known.ends.push(version)
  }
  return [...byRoot.values()]
}
