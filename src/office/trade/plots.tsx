import { setImmediate } from 'node:timers/promises'
import { isObject, must } from '../../base/typed.ts'
import { boxOf } from '../../domain/outline.ts'
import { allows } from '../../domain/staff.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { type CropName, cropNames } from '../../records/crop-names.ts'
import { drawnWords, faultsOf } from '../../records/plots/plot-words.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { isOurs } from '../counter/record.tsx'
import { type MapPlot, PlotMap } from '../frame/parts/map.tsx'
import { Action, Actions, Box, Card, Empty, Facts } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { cropsShown } from '../frame/record-values.ts'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberCalled, noSuchMember } from '../people/member.tsx'
import { adviceOn, statedWords } from './plot-words.ts'

/** A member's plots, each drawn with the plots that it overlaps, with its sizes, faults and remedies. */

export async function plotsPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const member = visit.path.split('/').at(2) ?? ''
  const called = await memberCalled(visit, member)
  if (called === null) return noSuchMember(visit)
  const { session, query } = visit
  const [{ records, more }, background] = await Promise.all([
    visit.run('record.recent', { type: 'plot', subject: member, standing: 'tip', word: 'parties' }),
    visit.run('map.background', {}),
  ])
  const shown = []
  const cropOf = await cropNames(visit.words, visit.run)
  const under = await Promise.all(records.map((record) => underPlot(visit, record)))
  for (const [i, record] of records.entries()) {
    shown.push(plotShown(visit, record, must(under[i]), { cropOf, background, number: i + 1 }))
    // One turn of the event loop for each plot: areas and drawings take a few milliseconds.
    await setImmediate()
  }
  return {
    html: pageText(
      visit,
      {
        title: say('plots.title', { name: called }),
        actions: (
          <>
            <Action href={`/members/${member}`} icon="member">
              {say('plots.member')}
            </Action>
            {allows(session.person.role, 'write') && (
              <Action href={`/members/${member}/new-plot`} icon="add" isMain>
                {say('plots.add')}
              </Action>
            )}
          </>
        ),
      },
      <>
        {query.done !== undefined && <Box kind="good">{say('entry.saved')}</Box>}
        {records.length === 0 && <Empty text={say('plots.none')} />}
        {records.length > 1 && (
          <Card title={say('plots.all')}>
            <PlotMap
              plots={records.map(({ geometry, name }, i) => ({
                geometry,
                name: String(name ?? ''),
                kind: 'own',
                href: `#plot-${i + 1}`,
              }))}
              background={background}
            />
          </Card>
        )}
        {shown}
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

interface Around {
  readonly cropOf: CropName
  readonly background: Background
  /** Its place in the list. */
  readonly number: number
}
type Background = Parameters<typeof PlotMap>[0]['background']

function plotShown(
  visit: StaffVisit,
  record: CounterRecord,
  under: PlotsUnder,
  { cropOf, background, number }: Around,
) {
  const { say } = visit.words
  const { geometry, name, crops, country, area_ha, holder, derived } = record
  const faults = faultsOf(derived.flags, record).filter((code) => code !== USUAL)
  const mayChange = allows(visit.session.person.role, 'write') && isOurs(visit, record)
  const called = typeof name === 'string' ? name : say('plots.unnamed')
  return (
    <section class="card" id={`plot-${number}`}>
      <h2>{called}</h2>
      {geometry !== undefined && (
        <PlotMap plots={[{ geometry, name: called, kind: 'own' }, ...under.drawn]} background={background} />
      )}
      <Facts
        rows={[
          [say('plots.stated'), statedWords(visit.words, area_ha)],
          [say('plots.drawn'), drawnWords(visit.words, geometry)],
          [say('entry.country'), String(country)],
          [say('entry.crops'), Array.isArray(crops) && cropsShown(crops, cropOf)],
        ]}
      />
      {faults.length > 0 && (
        <Box kind="warn">
          {faults.map((code) => (
            <p>{adviceOn(visit.words, code)}</p>
          ))}
        </Box>
      )}
      <Under under={under} />
      <Actions>
        {mayChange && (
          <Action
            href={`/members/${holder}/new-plot?${new URLSearchParams({ again: record.id })}`}
            icon="map"
          >
            {say('plots.again', { name: called })}
          </Action>
        )}
        <Action href={`/records/${record.id}`} icon={mayChange ? 'correct' : 'record'}>
          {say(mayChange ? 'plots.change' : 'plots.record', { name: called })}
        </Action>
      </Actions>
    </section>
  )
}

/** Every plot that the office writes without a mandate has this flag; the record's page explains it. */
export const USUAL = 'asserted_by_outsider'

interface PlotsUnder {
  readonly drawn: readonly MapPlot[]
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
    visit,
    first.map(({ holder }) => String(holder)),
  )
  return {
    drawn: first.map(({ geometry, name, holder }) => ({
      geometry,
      name: typeof name === 'string' ? name : '',
      kind: 'other',
      href: `/members/${holder}/plots`,
    })),
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
