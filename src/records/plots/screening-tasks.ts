import { Problem, type ProblemCode } from '../../base/problem.ts'
import { keysOf, must } from '../../base/typed.ts'
import { chainOf } from '../../domain/derived/standing.ts'
import { isId } from '../../domain/id.ts'
import { InferenceDraft } from '../../domain/inference.ts'
import { keyedId } from '../../domain/keyed-id.ts'
import { type ScreeningFault, screeningFault, type WhispVerdict } from '../../domain/screening.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import { compileReader } from '../../domain/validation.ts'
import { frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { Share } from '../gate/share.ts'
import type { RecordKernel } from '../kernel.ts'

/**
 * Stores the results of an external screening tool: for each plot and verdict an inference by that tool, with
 * the plot's record as its input. So a result appears in no list, goes stale when the outline is corrected,
 * and is shown to the plot's holder.
 */

/** A row of a result file. */
export interface ScreenedPlot {
  /** The id in the file: that of the plot's record, or of the plot. */
  readonly plot: string
  /** When the tool screened the plot. */
  readonly at: string
  /** Version of the tool, as the file states it; null if it states none. */
  readonly version: string | null
  /** The outline in the file; null if it has none. */
  readonly outline: unknown
  /** The verdicts, by the tool's own names for them. */
  readonly verdicts: Readonly<Record<string, WhispVerdict>>
}

export interface ScreeningAsked {
  /** Digest of the whole file, in hexadecimal digits. */
  readonly sha256: string
  readonly basis: LawfulBasis
  /** Whether to check the rows without writing anything. */
  readonly dryRun: boolean
  readonly rows: readonly ScreenedPlot[]
}

export type ScreeningOutcome =
  | {
      readonly fault: ScreeningFault
      /** Chains as below. Set if the only fault of the row is that another row is about the same plot. */
      readonly chains?: readonly number[]
    }
  | {
      readonly fault: null
      /** Whether the row was stored before. */
      readonly there: boolean
      readonly predictions: Readonly<Record<string, string>>
      /**
       * Chains of the records that it rests on. Two rows with a chain in common are about the same plot,
       * whatever ids they use.
       */
      readonly chains: readonly number[]
    }

const TOOL = 'whisp'
const readPrediction = compileReader(InferenceDraft)

export const screeningTasks = tasksOn<RecordKernel>()({
  /**
   * Returns one outcome for each row, in order. A plot that the cooperative may not read gets the same
   * outcome as one that does not exist. Of two rows about one plot the second is faulty. A caller that sends
   * a file in parts first compares the chains of all rows, with `dryRun`.
   */
  'plot.screening': async (kernel, operator, asked: ScreeningAsked): Promise<readonly ScreeningOutcome[]> => {
    const office = frontOffice(kernel, operator)
    const { rows } = asked
    const outcomes: ScreeningOutcome[] = []
    const share = new Share()
    const seen = new Set<number>()
    // If a slice fails, the whole call fails. The next call finds what was already written.
    for (let isWhole: true | null = rows.length === 0 || null; isWhole === null; )
      isWhole = await kernel.store.jobs.slices(office, () => {
        share.renew()
        do {
          const row = must(rows[outcomes.length])
          share.spend(1, JSON.stringify(row).length)
          const outcome = kept(kernel, office, asked, row, seen)
          if (outcome.fault === null) for (const chain of outcome.chains) seen.add(chain)
          outcomes.push(outcome)
        } while (outcomes.length < rows.length && !share.isSpent)
        return outcomes.length === rows.length || null
      })
    return outcomes
  },
})

type Office = ReturnType<typeof frontOffice>

/** Stores a row, or only checks it. @param seen chains that earlier rows are about */
function kept(
  kernel: RecordKernel,
  office: Office,
  { sha256, basis, dryRun }: ScreeningAsked,
  { plot, at, version, outline, verdicts }: ScreenedPlot,
  seen: ReadonlySet<number>,
): ScreeningOutcome {
  const { store } = kernel
  const secret = store.changes.derivedSecret('ids made by a screening')
  const names = keysOf(verdicts)
  const ids = names.map((name) => keyedId(secret, ['screening', sha256, plot, name]))
  const predictions = Object.fromEntries(names.map((name, at) => [name, must(ids[at])]))
  const found = ids.map((id) => store.inferences.byId(id)).filter((one) => one?.assertedBy === office.party)
  // The plot may have been redrawn since; what was stored then stays true.
  const there = found.length === ids.length
  const inputs = there ? (found[0]?.body.inputs ?? []) : plotsNamed(kernel, office, plot, outline)
  if (typeof inputs === 'string') return { fault: inputs }
  const world = store.recordGraph()
  const chains = [...new Set(inputs.flatMap((id) => world.byId(id)?.root ?? []))]
  if (chains.some((chain) => seen.has(chain))) return { fault: 'plot_twice', chains }
  if (!there) {
    const modelVersion = `${version ?? 'not stated'}, result file sha256:${sha256}`
    const drafts = Object.entries(predictions).map(
      ([name, id]): InferenceDraft => ({
        id,
        model_id: TOOL,
        model_version: modelVersion,
        inputs: [...inputs],
        output: { name, value: must(verdicts[name]) },
        occurred_at: at,
        lawful_basis: basis,
      }),
    )
    const fault = refusalOf(() => {
      for (const draft of drafts) readPrediction(draft)
      // What may be refused is the same in all drafts of a row, so either the first is refused or none.
      if (!dryRun) for (const draft of drafts) kernel.inferences.append(office, draft)
    })
    if (fault !== null) return { fault }
  }
  return { fault: null, there, predictions, chains }
}

/** Refusals that concern one row only; any other ends the whole call. */
const OF_THE_ROW: ReadonlySet<ProblemCode> = new Set([
  'schema_violation',
  'inference_too_wide',
  'body_too_large',
  'id_conflict',
])

function refusalOf(act: () => void): ScreeningFault | null {
  try {
    act()
    return null
  } catch (error) {
    if (!(error instanceof Problem && OF_THE_ROW.has(error.code))) throw error
    const isWide = error.extra.errors?.some(({ pointer }) => pointer === '/inputs') ?? false
    return isWide ? 'plot_too_wide' : 'not_accepted'
  }
}

/** Returns the ids of the current records that state the plot as screened, or the fault if there are none. */
function plotsNamed(
  { store, gate }: RecordKernel,
  office: Office,
  id: string,
  outline: unknown,
): readonly string[] | ScreeningFault {
  if (!isId(id)) return 'plot_unknown'
  const world = store.recordGraph()
  const readable = gate.inputsFor(office, world)
  const version = readable.find(id)?.observation
  if (version?.type === 'plot') {
    const current = currentOf(world, [version])
    if (typeof current === 'string') return current
    // The gate decides on each version separately.
    const [tip] = current.filter((one) => readable.find(one.id) !== null)
    if (tip === undefined) return 'plot_unknown'
    return screeningFault({ geometry: version.body.geometry }, tip.body.geometry, outline) ?? [tip.id]
  }
  const stated = world.mentions('plot', [id], [office.partyId]).filter(({ type }) => type === 'plot')
  if (stated.length === 0) return 'plot_unknown'
  const current = currentOf(world, stated)
  if (typeof current === 'string') return current
  const faults = current.map(({ body }) => screeningFault(null, body.geometry, outline))
  const same = current.filter((_, at) => faults[at] === null)
  return same.length > 0 ? same.map((one) => one.id) : must(faults[0])
}

function currentOf(
  world: RecordGraph,
  versions: readonly StoredRecord[],
): readonly StoredRecord[] | ScreeningFault {
  const chains = [...new Set(versions.map(({ root }) => root))].map((root) => chainOf(world, root))
  const tips = chains.flatMap((chain) => chain.tips as readonly StoredRecord[])
  if (tips.length > 0) return tips
  const standings = chains.flatMap((chain) => [...chain.standings.values()])
  return standings.includes('forked') ? 'plot_forked' : 'plot_retracted'
}
