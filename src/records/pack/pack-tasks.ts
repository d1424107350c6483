import { createHash, type Hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '../../base/problem.ts'
import { description, headingOf } from '../../domain/eu-statement.ts'
import { isId } from '../../domain/id.ts'
import { roundKg, sumKg } from '../../domain/quantity.ts'
import { formatInstant } from '../../domain/time.ts'
import { descriptors, type RecordType } from '../../domain/types/index.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { noteAct } from '../../store/acts/doer.ts'
import { textOf } from '../../text/parts.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { ENGLISH, languageOf } from '../../words/language.ts'
import { ownName } from '../../words/party-name.ts'
import { wordsIn } from '../../words/words.ts'
import type { Requester } from '../gate/gate.ts'
import type { GatedRecord } from '../gate/gated.ts'
import type { OriginFound } from '../gate/origin.ts'
import type { Texts } from '../gate/texts.ts'
import type { RecordKernel } from '../kernel.ts'
import { statementShown } from '../views/origin-view.ts'
import { isWhole } from '../views/record-view.ts'
import {
  BYTES_OF_FACTS,
  countOf,
  factsIn,
  mapFiles,
  type PackText,
  PLOTS,
  type PlotFacts,
  type Plots,
  plotsCsv,
  plotText,
  statementsOf,
} from './plot-parts.ts'
import { type PackFacts, type ProofCounts, type Span, summaryParts } from './summary.ts'

/**
 * A lot's pack for its buyer: the origin of the lot, as the files that the buyer submits. The pack is read
 * through the gate as the cooperative. The caller writes the texts: the command into a folder, the office
 * page into its reply.
 */

export interface PackAsked {
  /** The id of the lot, in any version. */
  readonly lot: string
  /** Whether the pack includes proofs of records with a price: a proof shows the whole record. */
  readonly withPrices: boolean
  /** Code of the language of the summary; left out, English. */
  readonly language?: string
  /**
   * Set for a person who may not write: the pack makes no root, and records that the newest root does not
   * cover have no proof.
   */
  readonly isReadOnly?: boolean
  /** Called repeatedly until the first text; throws once no one waits for the pack. */
  readonly goOn?: () => void
}

/** `pack.json`: the last text, so that a pack without it is incomplete. */
export interface Pack extends PackFacts {
  readonly log_size: number
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
}

export const PACK = 'pack.json'
const PROOFS_AT_ONCE = 25
/** Maximum bytes of a file of proofs: `granary verify-proof` reads no longer files. */
const MOST_PROOFS = 16_000_000

export const packStreams = {
  /**
   * Yields the files of a pack one after another, each in one text or several, `pack.json` last. The reader
   * may be slow, so the consent behind the whole pack is checked again before each text.
   */
  'lot.pack': async function* (
    kernel: RecordKernel,
    operator: string,
    asked: PackAsked,
  ): AsyncGenerator<PackText> {
    const pack: Making = { kernel, operator, office: frontOffice(kernel, operator), asked }
    try {
      const found = await originOf(pack)
      for await (const text of textsOf(pack, found)) {
        if (!found.isStillOpen()) throw consentChanged()
        yield text
      }
    } finally {
      kernel.memory.leave(pack)
    }
  },
} as const

/** A pack that is being made. */
interface Making {
  readonly kernel: RecordKernel
  readonly operator: string
  readonly office: Requester & { readonly party: number }
  readonly asked: PackAsked
}

/** Returns the share of memory for all packs together. */
const shareOf = ({ memory }: RecordKernel) => ({ name: 'packs', most: memory.most / 2 })

/** Thrown while other packs need the memory. */
export class NoRoomForPack extends OperatorFault {
  constructor() {
    super(...withRemedy('pack.noRoom'))
  }
}

const consentChanged = () => new OperatorFault(...withRemedy('pack.consentChanged'))

/** Yields the texts of the plots. Throws before a plot that may no longer be read. */
async function* stillOpen(texts: Texts): AsyncGenerator<readonly string[]> {
  try {
    yield* texts.all()
  } catch (error) {
    throw error instanceof Problem && error.code === 'not_found' ? consentChanged() : error
  }
}

async function* textsOf(pack: Making, found: OriginFound): AsyncGenerator<PackText> {
  const { kernel, operator, office, asked } = pack
  const { store } = kernel
  const checkpoint = await store.jobs.submit(office, () => {
    noteAct(store, { credential: null, operator }, 'lot.pack', { id: found.lotId })
    return fixedRoot(kernel, asked)
  })
  const listed = new PackListing()
  const proofs = new Proofs(kernel, office, asked.withPrices)
  const plots: Plots = () => stillOpen(found.texts)
  hold(pack, found.texts.count * BYTES_OF_FACTS + found.texts.bytes)
  const ofPlots = await factsIn(plots)
  const numbers = statementsOf(ofPlots)
  for await (const text of mapFiles(ofPlots, plots, numbers)) {
    yield listed.noted(text)
    await nextTurn()
  }
  for (const text of plotsCsv(ofPlots)) {
    yield listed.noted(text)
    await nextTurn()
  }
  const ids = [found.lotId, ...found.origin.followed, ...ofPlots.map(({ record_id }) => record_id)]
  for (let i = 0; i < ids.length; i += PROOFS_AT_ONCE)
    for (const text of await proofs.of(ids.slice(i, i + PROOFS_AT_ONCE))) yield listed.noted(text)
  const facts = factsOf(kernel, office, found, { plots: ofPlots, numbers }, proofs, checkpoint?.note ?? null)
  const calls = new Map(ofPlots.map(({ record_id, called }) => [record_id, called]))
  const words = wordsIn(languageOf(asked.language ?? '') ?? ENGLISH, kernel.config.timeZone)
  const summary = summaryParts(words, facts, (id) => calls.get(id) ?? '')
  yield listed.noted({ file: 'summary.txt', text: textOf(summary) })
  // Imported only here, because most commands make no page.
  const { htmlOf } = await import('../../text/html.tsx')
  const page = { title: words.say('summary.title'), language: words.language.locale }
  yield listed.noted({ file: 'summary.html', text: htmlOf(summary, page).html })
  const manifest: Pack = { ...facts, log_size: checkpoint?.size ?? 0, files: listed.files() }
  yield { file: PACK, text: `${JSON.stringify(manifest, null, 2)}\n` }
}

/** The length and digest of each file of a pack. */
class PackListing {
  readonly #files = new Map<string, { bytes: number; readonly hash: Hash }>()

  noted(text: PackText): PackText {
    const file = this.#files.get(text.file) ?? { bytes: 0, hash: createHash('sha256') }
    this.#files.set(text.file, file)
    file.bytes += Buffer.byteLength(text.text)
    file.hash.update(text.text)
    return text
  }

  files(): Pack['files'] {
    return [...this.#files].map(([name, { bytes, hash }]) => ({ name, bytes, sha256: hash.digest('hex') }))
  }
}

function hold(pack: Making, bytes: number): void {
  const { memory } = pack.kernel
  if (memory.hold(pack, [shareOf(pack.kernel)], bytes) !== null) throw new NoRoomForPack()
}

async function originOf(pack: Making): Promise<OriginFound> {
  const { kernel, office, asked } = pack
  const found = isId(asked.lot)
    ? await kernel.gate.origin(
        office,
        FRONT_OFFICE_PURPOSE,
        {
          id: asked.lot,
          withNames: true,
          render: plotText,
          grown: ({ held }) => hold(pack, held),
        },
        asked.goOn,
      )
    : null
  if (found === null) throw new OperatorFault(...withRemedy('pack.noLot', { id: asked.lot }))
  return found
}

/**
 * Returns a root over the present log. If only the audit log has grown, the newest root still is one: each
 * pack adds to the audit log, and would otherwise make another root over the same records. If no root can be
 * made, because the key is lost or the clock is in doubt, an earlier one serves; without any, the pack has no
 * proofs and says so.
 */
function fixedRoot(
  { store, anchors }: RecordKernel,
  { isReadOnly }: PackAsked,
): { readonly note: string; readonly size: number } | null {
  const { log, appliance } = store
  const last = store.anchors.newest()
  const isOfNow = last?.treeSize === log.size && last.incarnation.equals(appliance.incarnation)
  try {
    if (!isOfNow && !isReadOnly) anchors.makeBatch()
  } catch (error) {
    if (!(error instanceof OperatorFault || error instanceof Problem)) throw error
  }
  const newest = store.anchors.newest()
  return newest === undefined ? null : { note: newest.checkpoint, size: newest.treeSize }
}

/** The proofs of the records behind a lot, and the times of their events. */
class Proofs {
  readonly #kernel: RecordKernel
  readonly #office: Requester
  readonly #withPrices: boolean
  readonly #spans = new Map<RecordType, { first: number; last: number; records: number }>()
  #counts = { given: 0, with_price: 0, missing: 0 }
  #crop = ''
  #file = 1
  #bytes = 0

  constructor(kernel: RecordKernel, office: Requester, withPrices: boolean) {
    this.#kernel = kernel
    this.#office = office
    this.#withPrices = withPrices
  }

  get counts(): ProofCounts {
    return this.#counts
  }

  /** The crop of the lot itself, whose proof is asked for first. */
  get crop(): string {
    return this.#crop
  }

  spanOf(type: RecordType): Span | null {
    const span = this.#spans.get(type)
    if (span === undefined) return null
    return { ...span, first: formatInstant(span.first), last: formatInstant(span.last) }
  }

  of(ids: readonly string[]): Promise<PackText[]> {
    const { store, gate } = this.#kernel
    return store.jobs.submit(this.#office, () => {
      const reader = gate.readerFor(this.#office, FRONT_OFFICE_PURPOSE)
      return ids.flatMap((id) => {
        const before = this.#counts.with_price
        const gated = reader.proved(id, (one) => this.#isGiven(one))
        const proof = gated && this.#kernel.anchors.inclusion(gated.record.seq)
        if (gated === null || proof === null) {
          if (this.#counts.with_price === before) this.#counts.missing++
          return []
        }
        this.#counts.given++
        const text = `{"record":${gated.record.json},${JSON.stringify(proof).slice(1)}\n`
        return [{ file: this.#fileFor(Buffer.byteLength(text)), text }]
      })
    })
  }

  #fileFor(bytes: number): string {
    if (this.#bytes > 0 && this.#bytes + bytes > MOST_PROOFS) {
      this.#file++
      this.#bytes = 0
    }
    this.#bytes += bytes
    return `proofs-${this.#file}.jsonl`
  }

  #isGiven(gated: GatedRecord): boolean {
    const { type, body, occurredAtMs: at } = gated.record
    const span = this.#spans.get(type) ?? { first: at, last: at, records: 0 }
    this.#spans.set(type, {
      first: Math.min(span.first, at),
      last: Math.max(span.last, at),
      records: span.records + 1,
    })
    if (type === 'lot' && this.#crop === '') this.#crop = body.crop
    const hasPrice = descriptors[type].financial(body as never)
    if (hasPrice && !this.#withPrices) this.#counts.with_price++
    return isWhole(gated) && (!hasPrice || this.#withPrices)
  }
}

function factsOf(
  { store, people, registry }: RecordKernel,
  office: { readonly party: number },
  found: OriginFound,
  { plots, numbers }: Divided,
  proofs: Proofs,
  checkpoint: string | null,
): PackFacts {
  const { origin, notShown } = found
  const crop = registry.get('crops', proofs.crop)
  const cooperative = ownName(people.facts(office.party).called)
  const today = formatInstant(store.writer.nowMs).slice(0, 10)
  const heading = crop?.hs === undefined ? undefined : headingOf(crop.hs, today)
  const goods = [crop?.name ?? proofs.crop, crop?.scientific_name, cooperative].filter(Boolean).join(', ')
  const toFile = statementsToFile({ plots, numbers }, origin, goods, found.lotId)
  return {
    lot: found.lotId,
    made_at: formatInstant(store.writer.nowMs),
    cooperative,
    goods: {
      crop: proofs.crop,
      name: crop?.name ?? null,
      hs: crop?.hs ?? null,
      scientific_name: crop?.scientific_name ?? null,
      heading: heading ?? null,
    },
    countries: [...new Set(plots.map(({ country }) => country))].sort(),
    harvested: proofs.spanOf('harvest'),
    delivered: proofs.spanOf('delivery'),
    kg: origin.kg,
    kg_by: origin.kgBy,
    complete: found.complete,
    plots: {
      shown: plots.length,
      in_files: plots.filter(({ isDrawn }) => isDrawn).length,
      not_shown: notShown.plots,
    },
    not_shown_kg: notShown.kg,
    records: origin.records,
    to_file: toFile,
    kg_in_none: origin.kg === null ? null : roundKg(origin.kg - sumKg(toFile.map(({ kg }) => kg))),
    faults: found.faults,
    faults_not_shown: notShown.faults,
    statements: found.statements.map(statementShown),
    proofs: proofs.counts,
    checkpoint,
  }
}

/** Plots with the number of the statement that each is in. */
interface Divided {
  readonly plots: readonly PlotFacts[]
  readonly numbers: readonly (number | null)[]
}

function statementsToFile(
  { plots, numbers }: Divided,
  origin: OriginFound['origin'],
  goods: string,
  lot: string,
): PackFacts['to_file'] {
  const numberOf = new Map(plots.map(({ record_id }, at) => [record_id, numbers[at] ?? null]))
  const kg = origin.kgIn((plot) => numberOf.get(plot) ?? null)
  const count = countOf(numbers)
  return Array.from({ length: count }, (_, n) => {
    const own = plots.filter((_plot, at) => numbers[at] === n)
    const part = count === 1 ? '' : `, ${n + 1}/${count}`
    return {
      file: `${PLOTS}-${n + 1}.geojson`,
      kg: kg.get(n) ?? 0,
      producers: new Set(own.map(({ holder }) => holder)).size,
      plots: own.length,
      // The end of the id: people type it, and 150 characters are few.
      description: description(goods, `lot ${lot.slice(-12)}${part}`),
    }
  })
}
