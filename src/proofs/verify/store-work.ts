import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import type { Share } from '../../cli/progress.ts'
import { chunksOf } from '../../store/inspect/audit-chunks.ts'
import { tableNames } from '../../store/inspect/pages.ts'
import { type Message, message } from '../../words/message.ts'
import { examineAnchors } from './anchors.ts'
import { AuditWalk } from './audit.ts'
import { examineChunk, examineIndexed } from './audit-index.ts'
import { LogWalk } from './entries.ts'
import type { Examination, Faults, Tally } from './faults.ts'
import { examinePages, examineParties } from './frame.ts'
import { examineJournals } from './journals.ts'
import type { CheckName } from './kinds.ts'
import { COMPARING, examineReplayed, type ReplayOutcome, replaySteps } from './replayed.ts'
import { examineSubtrees } from './tree.ts'

/** Relative time for one item of each kind, for the progress. */
const WEIGHT = { log: 10, replayed: 30, row: 1, audit: 3, auditIndex: 3, anchors: 20 } as const
/** How many items are checked in one part of the work: a few tenths of a second. */
const AT_ONCE = { log: 16_384, audit: 32_768, anchors: 512 } as const

export interface StoreOrder {
  /** The database, and the folder in which its log is replayed; null if the operator left the replay out. */
  readonly replayed: { readonly database: string; readonly folder: string } | null
  /** Receives what could not be checked. */
  readonly owed: Message[]
  readonly onProgress: (progress: Share) => void
}

/** A part of the work. */
interface Job {
  /** Shown to people while it runs. */
  readonly doing: Message
  /** Share of the time, relative to the other parts. */
  readonly weight: number
  readonly run: () => unknown
  /** The check that it belongs to, and the number of items that it checks. */
  readonly looks?: readonly [CheckName, number]
}

/** Checks the whole database, part by part. A part that cannot be checked does not stop the others. */
export async function examineStore(
  exam: Examination,
  { replayed, owed, onProgress }: StoreOrder,
): Promise<Tally> {
  const { inspection, extent, faults } = exam
  const { entries, parties, numberings, subtrees } = extent
  const log = new LogWalk(inspection, faults)
  const audit = new AuditWalk(inspection, entries, faults)
  const outcome: { replay?: ReplayOutcome } = {}
  const replaying = async (files: NonNullable<typeof replayed>) => {
    outcome.replay = await examineReplayed(exam, files, (doing, steps) =>
      advance(doing, WEIGHT.replayed * steps),
    )
  }
  const jobs: Job[] = [
    ...partsOf(exam, log, audit),
    ...(replayed === null ? [] : [{ doing: COMPARING, weight: 0, run: () => replaying(replayed) }]),
    // Checks that need the results of all parts.
    { doing: message('verify.check.tree'), weight: 1, run: () => examineSubtrees(exam) },
    {
      doing: message('verify.check.parties'),
      weight: 1,
      run: () => examineParties(exam, outcome.replay?.named),
    },
    { doing: message('verify.check.audit'), weight: 1, run: () => audit.examineTold() },
  ]
  const replayWeight = replayed === null ? 0 : WEIGHT.replayed * replaySteps(entries)
  const of = jobs.reduce((sum, { weight }) => sum + weight, replayWeight)
  let done = 0
  const advance = (doing: Message, weight: number) => {
    done = Math.min(of, done + weight)
    onProgress({ doing, done, of })
  }
  const looked: Tally = { log: 0, pages: 0, audit: 0, auditIndex: 0, anchors: 0 }
  for (const { doing, weight, run, looks } of jobs) {
    try {
      await run()
      if (looks !== undefined) looked[looks[0]] = (looked[looks[0]] ?? 0) + looks[1]
    } catch (error) {
      note(doing, error, faults, owed)
    }
    advance(doing, weight)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { records, inferences, acts } = log.counts
  return {
    ...looked,
    records: records + inferences,
    acts,
    ...(replayed === null ? {} : { derived: outcome.replay?.rows ?? 0 }),
    tree: subtrees.reduce((sum, { count }) => sum + count, 0),
    parties,
    journals: numberings.notification.count,
  }
}

function partsOf(exam: Examination, log: LogWalk, audit: AuditWalk): Job[] {
  const { entries, auditEntries, numberings } = exam.extent
  const { db } = exam.inspection
  const tables = tableNames(db)
  const chunks = chunksOf(db, auditEntries)
  const doing = message('verify.check.auditIndex')
  return [
    ...tables.map(
      (table): Job => ({
        doing: message('verify.doing.pages'),
        weight: (WEIGHT.row * entries) / tables.length,
        run: () => examinePages(db, table, exam.faults),
        looks: ['pages', 1],
      }),
    ),
    ...ranges('log', entries, (from, through) => log.examine(from, through)),
    ...ranges('audit', auditEntries, (from, through) => audit.examine(from, through)),
    ...chunks.map(
      (chunk, i): Job => ({
        doing,
        weight: WEIGHT.auditIndex * Math.max(0, chunk.lastN - chunk.firstN),
        run: () => examineChunk(exam, chunk, chunks[i - 1]),
        looks: ['auditIndex', 1],
      }),
    ),
    ...ranges('anchors', numberings.anchor_batch.newest, (from, through) =>
      examineAnchors(exam, from, through),
    ),
    { doing, weight: WEIGHT.row * entries, run: () => examineIndexed(exam) },
    {
      doing: message('verify.doing.journals'),
      weight: WEIGHT.row * entries,
      run: () => examineJournals(exam),
    },
  ]
}

/** Splits the numbers from 1 on into parts of the work. */
function* ranges(
  check: keyof typeof AT_ONCE,
  newest: number,
  look: (from: number, through: number) => void,
): Generator<Job> {
  for (let from = 1; from <= newest; from += AT_ONCE[check]) {
    const through = Math.min(newest, from + AT_ONCE[check] - 1)
    const count = through - from + 1
    yield {
      doing: message(`verify.check.${check}`),
      weight: WEIGHT[check] * count,
      run: () => look(from, through),
      looks: [check, count],
    }
  }
}

/** SQLite's errors about a page that it cannot read. */
const DAMAGED = /SQLITE_CORRUPT|malformed|SQLITE_IOERR|disk I\/O error/
/** Errors that do not come from the content of the file: other programs, the machine. */
const HINDERED =
  /SQLITE_(BUSY|LOCKED|CANTOPEN|NOMEM|FULL|PROTOCOL)|is locked|unable to open|out of memory|allocation failed|\bE(ACCES|MFILE|NFILE|NOMEM|NOSPC)\b/

/** Whether a part could not be checked this time, for a reason that is not in the file. */
export const isHindered = ({ key }: Message): boolean => key === 'verify.hindered'

function note(doing: Message, error: unknown, faults: Faults, owed: Message[]): void {
  const said = errorMessage(error).split('\n', 1).join()
  const known = `${errorCode(error) ?? ''} ${errorMessage(error)}`
  if (DAMAGED.test(known)) faults.add('page_damaged', doing, message('verify.found.partUnreadable', { said }))
  else if (HINDERED.test(known)) owed.push(message('verify.hindered', { doing, said }))
  // The program can check everything that it wrote, so this is a fault: else a row that breaks a check would
  // hide others.
  else faults.add('part_unfollowable', doing, message('verify.found.partFailed', { said }))
}
