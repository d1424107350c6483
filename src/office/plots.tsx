import { setImmediate } from 'node:timers/promises'
import { isObject, must } from '../base/typed.ts'
import { boxOf } from '../domain/outline.ts'
import { allows } from '../domain/staff.ts'
import { distinctNames } from '../identity/party-names.ts'
import { type CropName, cropNames } from '../records/crop-names.ts'
import { drawnWords } from '../records/plots/plot-words.ts'
import type { CounterRecord } from '../records/record-tasks.ts'
import { Box, pageText } from './layout.tsx'
import { memberCalled, noSuchMember } from './member.tsx'
import { Drawing } from './plot-drawing.tsx'
import { adviceOn, statedWords } from './plot-words.ts'
import { useWords } from './reader.tsx'
import { isOurs } from './record.tsx'
import { cropsShown } from './record-values.ts'
import type { Answer, StaffVisit } from './visit.ts'

/** A member's plots, each drawn with the plots that it overlaps, with its sizes, faults and remedies. */

export async function plotsPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const member = visit.path.split('/').at(2) ?? ''
  const called = await memberCalled(visit, member)
  if (called === null) return noSuchMember(visit)
  const { session, query } = visit
  const { records, more } = await visit.run('record.recent', {
    type: 'plot',
    subject: member,
    standing: 'tip',
  })
  const shown = []
  const cropOf = await cropNames(visit.words, visit.run)
  const under = await Promise.all(records.map((record) => underPlot(visit, record)))
  for (const [i, record] of records.entries()) {
    shown.push(plotShown(visit, record, must(under[i]), cropOf))
    // One turn of the event loop for each plot: areas and drawings take a few milliseconds.
    await setImmediate()
  }
  return {
    html: pageText(
      visit,
      say('plots.title', { name: called }),
      <>
        {query.done !== undefined && <Box kind="good">{say('entry.saved')}</Box>}
        <p class="links">
          {allows(session.person.role, 'write') && (
            <a href={`/members/${member}/new-plot`}>{say('plots.add')}</a>
          )}
          <a href={`/members/${member}`}>{say('plots.member')}</a>
        </p>
        {records.length === 0 ? <p>{say('plots.none')}</p> : shown}
        {more && <p>{say('plots.more')}</p>}
      </>,
    ),
  }
}

async function underPlot(visit: StaffVisit, { geometry, holder, plot, derived: { flags } }: CounterRecord) {
  const isFaulty = flags.includes('geometry_invalid')
  return flags.includes('plots_overlap') && !isFaulty && isObject(geometry) && boxOf(geometry) !== null
    ? plotsUnder(visit, { geometry, holder: String(holder), plot: String(plot) })
    : NOTHING_UNDER
}

function plotShown(visit: StaffVisit, record: CounterRecord, under: PlotsUnder, cropOf: CropName) {
  const { say } = visit.words
  const { geometry, name, crops, country, area_ha, holder, derived } = record
  const flags = derived.flags.filter((flag) => flag !== USUAL)
  const mayChange = allows(visit.session.person.role, 'write') && isOurs(visit, record)
  const called = typeof name === 'string' ? name : say('plots.unnamed')
  return (
    <section>
      <h2>{called}</h2>
      {geometry !== undefined && (
        <Drawing
          label={say('plots.drawing', { name: called })}
          plots={[{ geometry, kind: 'own', number: 1 }, ...under.drawn]}
        />
      )}
      <dl>
        <dt>{say('plots.stated')}</dt>
        <dd>{statedWords(visit.words, area_ha)}</dd>
        <dt>{say('plots.drawn')}</dt>
        <dd>{drawnWords(visit.words, geometry)}</dd>
        <dt>{say('entry.country')}</dt>
        <dd>{String(country)}</dd>
        {Array.isArray(crops) && crops.length > 0 && (
          <>
            <dt>{say('entry.crops')}</dt>
            <dd>{cropsShown(crops, cropOf)}</dd>
          </>
        )}
      </dl>
      {(flags.length > 0 || geometry === undefined) && (
        <Box kind="warn">
          {geometry === undefined && <p>{say('plots.flag.geometry_missing')}</p>}
          {flags.map((flag) => (
            <p>{adviceOn(visit.words, flag)}</p>
          ))}
        </Box>
      )}
      <Under under={under} />
      <p class="links">
        {mayChange && (
          <a href={`/members/${holder}/new-plot?${new URLSearchParams({ again: record.id })}`}>
            {say('plots.again', { name: called })}
          </a>
        )}
        <a href={`/records/${record.id}`}>
          {say(mayChange ? 'plots.change' : 'plots.record', { name: called })}
        </a>
      </p>
    </section>
  )
}

/** Every plot that the office writes without a mandate has this flag; the record's page explains it. */
export const USUAL = 'asserted_by_outsider'

interface PlotsUnder {
  readonly drawn: readonly { readonly geometry: unknown; readonly kind: 'other'; readonly number: number }[]
  readonly lines: readonly { readonly number: number; readonly href: string; readonly text: string }[]
  readonly isMore: boolean
}

const NOTHING_UNDER: PlotsUnder = { drawn: [], lines: [], isMore: false }
/** At most this many overlapped plots are drawn and named for one plot. */
const MOST_UNDER = 10

/** Returns the plots of other holders that an outline overlaps. */
export async function plotsUnder(
  visit: StaffVisit,
  asked: { readonly geometry: object; readonly holder: string; readonly plot: string },
): Promise<PlotsUnder> {
  const { say } = visit.words
  const { plots, isCrowded } = await visit.run('plot.under', asked)
  const first = plots.slice(0, MOST_UNDER)
  const nameOf = await distinctNames(
    visit.run,
    first.map(({ holder }) => String(holder)),
  )
  return {
    drawn: first.map(({ geometry }, i) => ({ geometry, kind: 'other', number: i + 2 })),
    lines: first.map(({ holder, name }, i) => ({
      number: i + 2,
      href: `/members/${holder}/plots`,
      text: say('plots.of', {
        holder: nameOf(String(holder)),
        name: typeof name === 'string' ? name : say('plots.unnamed'),
      }),
    })),
    isMore: isCrowded || plots.length > MOST_UNDER,
  }
}

export const Under = ({ under: { lines, isMore } }: { readonly under: PlotsUnder }) => {
  const { say } = useWords()
  return lines.length === 0 && !isMore ? null : (
    <>
      <p>{say('plots.liesOn')}</p>
      <ul>
        {lines.map(({ number, href, text }) => (
          <li>
            {number}: <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
      {isMore && <p>{say('plots.crowded')}</p>}
    </>
  )
}
