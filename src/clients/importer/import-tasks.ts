import { chainOf } from '../../domain/derived/standing.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import type { RecordKernel } from '../../records/kernel.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { HeldChain } from './held.ts'
import { isImportId } from './identity.ts'
import type { KnownParty } from './known-parties.ts'

export interface PeoplePage {
  readonly parties: readonly KnownParty[]
  /** Ids that imports made for parties whose statements were all retracted. */
  readonly gone: readonly string[]
  readonly next: string | null
}

/** People in one page. */
const AT_ONCE = 1_000

/**
 * Tasks that return what an import needs. They return the secret only to the operator, who alone can open the
 * socket.
 */

export const importTasks = {
  /** Returns the secret for making ids, in hexadecimal digits. */
  'import.secret': ({ store }: RecordKernel, _operator: string, _args: object) => ({
    secret: store.changes.derivedSecret('ids made by an import').toString('hex'),
  }),

  /**
   * Returns everyone whom a sheet may mean, as the cooperative stated it: otherwise a party could choose a
   * name or phone number to receive the rows of another. Also returns the ids that imports made for parties
   * that were retracted since.
   */
  'import.people': (
    { people, store }: RecordKernel,
    _operator: string,
    args: { readonly after: string | null },
  ): PeoplePage => {
    const after = args.after === null ? 0 : (store.parties.find(args.after) ?? 0)
    const { found, gone, last } = people.recorded.after(after, AT_ONCE)
    const parties = found.map(({ n, party, name, memberNo, phone, sameAs }): KnownParty => {
      const kept = sameAs === null ? n : people.kept(n)
      return { party, name, member_no: memberNo, phone, same_as: kept === n ? null : store.parties.id(kept) }
    })
    return {
      parties,
      gone: gone.map((n) => store.parties.id(n)).filter(isImportId),
      next: last === null ? null : store.parties.id(last),
    }
  },

  /**
   * Returns the cooperative's records with these ids, as they are now. For records of others, returns only
   * that they exist.
   */
  'import.held': (kernel: RecordKernel, operator: string, args: { readonly ids: readonly string[] }) => {
    const author = frontOffice(kernel, operator)
    const found = kernel.store.records.byIds(args.ids)
    const graph = kernel.store.recordGraph()
    const own = found
      .filter(({ assertedBy }) => assertedBy === author.party)
      .map((record) => graph.add(record))
    graph.prefetchStandings(own)
    const chains = own.map(({ id, root }): HeldChain => {
      const { tips, standings } = chainOf(graph, root)
      return {
        id,
        isOwn: true,
        tip: tips[0] ?? null,
        imported: newestImported(graph.chain(root)),
        isForked: [...standings.values()].includes('forked'),
      }
    })
    if (own.length > 0) {
      const shown = own.flatMap(({ root }) => graph.chain(root).map(({ seq }) => seq))
      kernel.gate.noteOwnRead(author, FRONT_OFFICE_PURPOSE, shown)
    }
    const ofOthers = found
      .filter(({ assertedBy }) => assertedBy !== author.party)
      .map(({ id }): HeldChain => ({ id, isOwn: false, tip: null, imported: null, isForked: false }))
    return { chains: [...chains, ...ofOthers].map(plain) }
  },
} as const

function newestImported(versions: readonly StoredRecord[]): StoredRecord | null {
  const imported = versions.filter(({ id }) => isImportId(id))
  return imported.sort((a, b) => b.depth - a.depth)[0] ?? null
}

/** Only the ids and bodies of the versions leave the service. */
function plain({ tip, imported, ...chain }: HeldChain): HeldChain {
  const version = (held: HeldChain['tip']) => (held === null ? null : { id: held.id, body: held.body })
  return { ...chain, tip: version(tip), imported: version(imported) }
}
