import { Problem } from '../../base/problem.ts'
import { idHex } from '../../domain/id.ts'
import { rootOf } from '../../domain/merkle.ts'
import { formatInstant } from '../../domain/time.ts'
import type { RecordType } from '../../domain/types/index.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice, partyId } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { lapseOf } from '../../store/acts/credentials.ts'
import { noteAct } from '../../store/acts/doer.ts'
import type { ListKey } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Requester } from '../gate/gate.ts'
import { Share } from '../gate/share.ts'
import type { RecordKernel } from '../kernel.ts'
import { recordJson } from '../views/record-view.ts'

/**
 * The tasks of an export in the program that holds the data folder. The command writes the files: it has a
 * processor of its own for that, and the operator's rights.
 */

/** The party that reads, and its purpose. */
export interface ReadAs {
  /** Null for the cooperative. */
  readonly for: string | null
  readonly purpose: string | null
}

/** Records of a page. Each page is one entry of the audit log, and one sync of the disk. */
const PAGE = 500
/** Records that go through the socket as one text. */
const CHUNK = 50
/** Callers of the service wait while a slice runs, so a slice of an export is shorter than a caller's own. */
const SLICE = { ms: 1 }
/** While others are active, an export rests after each page for this share of the time that the page took. */
const REST = 0.25
const LONGEST_REST_MS = 25

export const exportTasks = tasksOn<RecordKernel>()({
  /** Makes a root over the present log for the manifest. Every readable record up to it is in the export. */
  'export.begin': (kernel, operator, args: ReadAs) => {
    const { store, anchors } = kernel
    const reader = readerOf(kernel, operator, args)
    try {
      anchors.makeBatch()
    } catch (error) {
      // If the key is lost or the clock is in doubt, the export continues; its manifest has no checkpoint.
      if (!(error instanceof OperatorFault || error instanceof Problem)) throw error
    }
    const { log, tree, appliance } = store
    const newest = store.anchors.newest()
    const isOfNow = newest?.treeSize === log.size && newest.incarnation.equals(appliance.incarnation)
    noteAct(store, { credential: null, operator }, 'export', {
      looked_up: reader.party,
      purpose: purposeOf(args),
    })
    return {
      for: reader.partyId,
      purpose: purposeOf(args),
      at: formatInstant(store.writer.nowMs),
      log_size: log.size,
      root: rootOf(log.size, tree.subtrees).toString('base64'),
      checkpoint: isOfNow ? newest.checkpoint : null,
    }
  },
})

export const longExportTasks = tasksOn<RecordKernel>()({
  /** Returns which of these records may no longer be read. Shows nothing of them. */
  'export.closed': async (kernel, operator, args: ReadAs & { readonly ids: readonly string[] }) => {
    const requester = readerOf(kernel, operator, args)
    const ids = await kernel.store.jobs.inSlices(requester, () => {
      const closed: string[] = []
      const share = new Share(SLICE)
      let next = 0
      return () => {
        share.renew()
        const reader = kernel.gate.readerFor(requester, purposeOf(args))
        do {
          const some = args.ids.slice(next, next + share.rowsAtOnce)
          const open = reader.stillOpen(some)
          closed.push(...some.filter((id) => !open.has(id)))
          next += some.length
        } while (next < args.ids.length && !share.isSpent)
        return next < args.ids.length ? null : closed
      }
    })
    return { ids }
  },
})

export const exportStreams = {
  /** Yields all readable records of a type, oldest first, from one instant to another (exclusive). */
  'export.records': async function* (
    kernel: RecordKernel,
    operator: string,
    args: ReadAs & {
      readonly type: RecordType
      readonly fromMs: number | null
      readonly toMs: number | null
    },
  ): AsyncGenerator<{ readonly texts: readonly string[] }> {
    const filter = {
      types: [args.type],
      subject: null,
      lotId: null,
      obligationId: null,
      fromMs: args.fromMs ?? -Number.MAX_SAFE_INTEGER,
      toMs: args.toMs ?? Number.MAX_SAFE_INTEGER,
      standing: 'any',
      order: 'oldest',
    } as const
    const most = Number.POSITIVE_INFINITY
    for (let after: ListKey | null = null; ; ) {
      const reader = readerOf(kernel, operator, args)
      const asked = { filter, after, count: PAGE, most, action: 'export', slice: SLICE } as const
      const pace = new Pace(kernel.store)
      const { texts, isMore, last } = await kernel.gate.page(reader, purposeOf(args), asked, recordJson)
      for await (const some of texts.all())
        for (let i = 0; i < some.length; i += CHUNK) yield { texts: some.slice(i, i + CHUNK) }
      if (!isMore || last === undefined) return
      await pace.rest()
      after = { occurredAt: last.occurredAtMs, id: idHex(last.id) }
    }
  },
} as const

/**
 * Lets an export rest while others are active. Every read and write of others is in the audit log, so its
 * length shows whether there were any.
 */
class Pace {
  readonly #store: Store
  readonly #entries: number
  readonly #beganMs = performance.now()

  constructor(store: Store) {
    this.#store = store
    this.#entries = store.audit.head.n
  }

  async rest(): Promise<void> {
    const ofThisPage = 1
    if (this.#store.audit.head.n <= this.#entries + ofThisPage) return
    const ms = Math.min(LONGEST_REST_MS, REST * (performance.now() - this.#beganMs))
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
}

const purposeOf = ({ purpose }: ReadAs): string => purpose ?? FRONT_OFFICE_PURPOSE

/**
 * Returns the reader: the cooperative, or a party with its own newest credential, so that the audit log, the
 * disclosures and the notifications of corrections all name that party as the one who was shown the records.
 * @throws {OperatorFault} if the party has no credential that may read
 */
function readerOf(kernel: RecordKernel, operator: string, args: ReadAs): Requester {
  const office = frontOffice(kernel, operator)
  if (args.for === null) return office
  const id = partyId(kernel, operator, args.for)
  if (id === office.partyId) return office
  const { parties, credentials, writer } = kernel.store
  const party = parties.find(id)
  const credential = party === undefined ? undefined : credentials.ofParty(party).filter(mayRead).at(-1)
  if (party === undefined || credential === undefined)
    throw new OperatorFault(...withRemedy('export.noToken', { party: args.for }))
  return { party, partyId: id, credential: credential.seq, operator }

  function mayRead(row: ReturnType<typeof credentials.ofParty>[number]): boolean {
    return (row.kind === 'reader' || row.kind === 'party') && lapseOf(row, writer.nowMs) === null
  }
}
