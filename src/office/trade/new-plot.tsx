import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { membersOf } from '../../base/typed.ts'
import { type Boundary, readBoundary, sentOutline, typedPoint } from '../../clients/outlines/boundary.ts'
import { countryFault, isAboutSwapped } from '../../clients/outlines/country.ts'
import { outlineText, readPoint } from '../../clients/outlines/outline-cell.ts'
import type { Placed } from '../../domain/outline.ts'
import { corrected, presentValues } from '../../records/entry/correction.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import { usualDay } from '../../records/entry/read.ts'
import { drawnWords, flagsOf } from '../../records/plots/plot-words.ts'
import type { CounterRecord, Members } from '../../records/record-tasks.ts'
import type { Words } from '../../words/words.ts'
import { isOurs, recordIn } from '../counter/record.tsx'
import {
  type Entered,
  EntryFields,
  idOf,
  labelled,
  offeredIn,
  officeOf,
  readEntry,
  usualIn,
} from '../frame/entry-form.tsx'
import { faultWords, formStatus } from '../frame/fault-words.ts'
import { EMPTY, Field, type Filled, Submit } from '../frame/form.tsx'
import { PlotMap } from '../frame/parts/map.tsx'
import { Box } from '../frame/parts.tsx'
import { withPicks } from '../frame/picks.tsx'
import { previewed } from '../frame/preview.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberCalled, noSuchMember } from '../people/member.tsx'
import { adviceOn } from './plot-words.ts'
import { plotsUnder, Under } from './plots.tsx'

/** A new plot or outline, from a boundary file or a point. It is previewed before it is written. */

const PLOT_FIELDS = FIELDS.plot.filter(({ member }) => member !== 'holder')
/** Fields that the preview's form sends back. */
const NAMES = [...PLOT_FIELDS.map(({ member }) => member), 'plot', 'again', 'outline']

const memberIn = ({ path }: StaffVisit): string => path.split('/').at(2) ?? ''

export async function newPlotPage(visit: StaffVisit): Promise<Answer> {
  const again = await toDrawAgain(visit, visit.query.again)
  if ('answer' in again) return again.answer
  const { record } = again
  const [country, { crop = '' }] = await Promise.all([usualCountry(visit), usualIn(visit)])
  const values: Record<string, string> = {
    lawful_basis: 'contract_performance',
    country,
    ...(record === null && { crops: crop }),
    plot: uuidv7(),
    ...(record === null ? {} : { again: record.id, ...(await presentIn(visit, record)) }),
    occurred_at: usualDay(visit.words),
  }
  return form(visit, { values, faults: {} }, uuidv7(), null)
}

async function presentIn(visit: StaffVisit, record: CounterRecord): Promise<Record<string, string>> {
  const present = await presentValues(officeOf(visit, uuidv7(), null), record, PLOT_FIELDS)
  return Object.fromEntries(Object.entries(present).map(([member, { text }]) => [member, text]))
}

/** The country of the member's newest plot, or else of the newest plot of all, or else of the cooperative. */
async function usualCountry({ run, path }: StaffVisit): Promise<string> {
  for (const subject of [path.split('/').at(2) ?? '', null]) {
    const { records } = await run('record.recent', {
      type: 'plot',
      subject,
      standing: 'tip',
      word: 'parties',
    })
    if (records[0] !== undefined) return String(records[0].country)
  }
  return (await run('settings.chosen', {})).country
}

type Again = { readonly record: CounterRecord | null } | { readonly answer: Answer }

/** The plot whose outline is replaced; null for a new one. */
async function toDrawAgain(visit: StaffVisit, id: string | undefined): Promise<Again> {
  const { say } = visit.words
  const called = await memberCalled(visit, memberIn(visit))
  if (called === null) return { answer: noSuchMember(visit) }
  if (id === undefined || id === '') return { record: null }
  const record = await recordIn(visit, id)
  const isTheirs = record?.type === 'plot' && record.holder === memberIn(visit)
  if (record !== null && isTheirs && isOurs(visit, record)) return { record }
  return { answer: nothingThere(visit, say('newPlot.title'), say('newPlot.notOurs')) }
}

async function form(
  visit: StaffVisit,
  filled: Filled,
  id: string,
  drawn: object | null,
  fault?: string,
): Promise<Answer> {
  const { say } = visit.words
  const { plot, again, outline } = filled.values
  const about = ['boundary-help', ...(filled.faults.boundary === undefined ? [] : ['boundary-fault'])].join(
    ' ',
  )
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      await titleOf(visit, Boolean(again)),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {drawn !== null && <PlotMap plots={[{ geometry: drawn, name: '', kind: 'own' }]} background={null} />}
        <form method="post" action={visit.path} enctype="multipart/form-data">
          <input type="hidden" name="form_token" value={visit.session.formToken} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="plot" value={plot} />
          {again && <input type="hidden" name="again" value={again} />}
          {outline && <input type="hidden" name="outline" value={outline} />}
          {outline && <p>{say('newPlot.kept')}</p>}
          <label for="boundary">{say('newPlot.boundary')}</label>
          <input
            id="boundary"
            name="boundary"
            type="file"
            accept=".gpx,.geojson,.json,.kml,.kmz"
            aria-invalid={filled.faults.boundary === undefined ? undefined : true}
            aria-describedby={about}
          />
          {filled.faults.boundary !== undefined && (
            <p class="fault" id="boundary-fault">
              {filled.faults.boundary}
            </p>
          )}
          <p class="help" id="boundary-help">
            {say('newPlot.boundaryHelp')}
          </p>
          <Field
            name="point"
            label={say('newPlot.point')}
            help={say('newPlot.pointHelp')}
            filled={filled}
            optional
          />
          <EntryFields fields={PLOT_FIELDS} filled={filled} offered={await offeredIn(visit)} />
          <Submit>{say('change.look')}</Submit>
        </form>
        <p>
          <a href={`/members/${memberIn(visit)}/plots`}>{say('newPlot.back')}</a>
        </p>
      </>,
    ),
  }
}

export async function addPlot(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form: values, run } = visit
  const id = idOf(values.id)
  const again = await toDrawAgain(visit, values.again)
  if ('answer' in again) return again.answer
  const old = again.record
  const list = { to: `/members/${memberIn(visit)}/plots?done` }
  if (old?.derived.superseded_by.includes(id)) return list
  if (old !== null && old.derived.standing !== 'tip')
    return form(visit, { ...EMPTY, values }, id, null, say('record.over'))
  if (values.edit !== undefined) return form(visit, { ...EMPTY, values }, id, null)

  const office = officeOf(visit, id, null)
  const before =
    old === null ? undefined : { record: old, present: await presentValues(office, old, PLOT_FIELDS) }
  const entered = await readEntry(visit.words, office, PLOT_FIELDS, values, before)
  const faults: Record<string, string> = { ...entered.faults }
  const boundary = await boundaryOf(visit, faults)
  const placed =
    boundary === null
      ? null
      : await acceptable(visit.words, boundary, String(entered.members.country ?? old?.country ?? ''), faults)
  if (placed === null || Object.keys(faults).length > 0)
    return form(
      visit,
      { values: { ...values, outline: textOf(placed) }, faults },
      id,
      boundary?.drawn ?? null,
    )

  const sent = { ...values, plot: idOf(values.plot), outline: textOf(placed) }
  const holder = memberIn(visit)
  const base: Record<string, unknown> =
    old === null ? { type: 'plot', plot: sent.plot, holder } : corrected(old, entered)
  const draft: Members = {
    ...base,
    ...entered.members,
    id,
    ...placed,
  }
  try {
    return await previewed(visit, {
      title: await titleOf(visit, old !== null),
      id,
      writes: draft,
      values: withPicks(sent, entered.found),
      names: NAMES,
      columns: [say('record.member'), say('record.value')],
      show: () => look(visit, draft, placed, entered.shown, boundary),
      button: say('change.do'),
      isLarge: true,
      write: async () => {
        await run('record.append', { draft })
        return list
      },
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isUsed = error.code === 'id_conflict'
    const why = isUsed ? say('weigh.used') : faultWords(visit.words, error)
    return form(visit, { values: sent, faults: {} }, isUsed ? uuidv7() : id, placed.geometry, why)
  }
}

const textOf = (placed: Placed | null): string =>
  placed === null ? '' : outlineText(placed.geometry, placed.decimals)

/** Reads the outline from the file, the typed point, or the earlier preview. Errors become faults. */
async function boundaryOf(
  { files, form, words }: StaffVisit,
  faults: Record<string, string>,
): Promise<Boundary | null> {
  const { say } = words
  const file = files.boundary
  const hasFile = file !== undefined && file.bytes.length > 0
  const point = (form.point ?? '').trim().slice(0, LONGEST_POINT)
  try {
    if (hasFile && point !== '') faults.boundary = say('newPlot.both')
    else if (hasFile) return await readBoundary(file.bytes)
    else if (point !== '') {
      const [lon, lat] = typedPoint(point)
      const drawn = { type: 'Point', coordinates: [lon, lat] }
      return { outline: readPoint(lon, lat, point), drawn, closedOverM: null }
    } else if (form.outline) return sentOutline(form.outline)
    else faults.boundary = say('newPlot.neither')
  } catch (error) {
    faults[hasFile ? 'boundary' : 'point'] = faultWords(words, error)
  }
  return null
}

const LONGEST_POINT = 200

/**
 * Returns null and adds a fault if the outline cannot be drawn or lies in another country: intake would only
 * flag it.
 */
async function acceptable(
  words: Words,
  { outline, drawn }: Boundary,
  country: string,
  faults: Record<string, string>,
): Promise<Placed | null> {
  const { say, tell } = words
  const isPoint = membersOf(drawn).type === 'Point'
  const field = isPoint ? 'point' : 'boundary'
  const fault =
    'geometry' in outline ? (country === '' ? null : countryFault(outline.geometry, country)) : outline
  if (fault === null) return 'geometry' in outline ? outline : null
  const isSwapped = isPoint && isAboutSwapped(fault)
  faults[field] = say('newPlot.fault', {
    message: tell(fault.message),
    remedy: isSwapped ? say('newPlot.swapped') : tell(fault.remedy),
  })
  return null
}

const titleOf = async (visit: StaffVisit, isAgain: boolean): Promise<string> => {
  const { say } = visit.words
  const name = (await memberCalled(visit, memberIn(visit))) ?? ''
  return say(isAgain ? 'newPlot.againTitle' : 'newPlot.titleOf', { name })
}

/** The preview: the drawing, the values that will be written, and the flags that the record will have. */
async function look(
  visit: StaffVisit,
  draft: Members,
  placed: Placed,
  shown: Entered['shown'],
  boundary: Boundary | null,
) {
  const { say } = visit.words
  const { geometry } = placed
  const { warnings } = await visit.run('record.warnings', { draft })
  const under = await plotsUnder(visit, {
    geometry,
    holder: String(draft.holder),
    plot: String(draft.plot),
  })
  const flags = flagsOf(placed, draft.area_ha)
  const overlaps = under.lines.length > 0 || under.isMore ? ['plots_overlap'] : []
  const closed = boundary?.closedOverM ?? null
  return {
    above: (
      <>
        <PlotMap
          plots={[{ geometry, name: String(draft.name ?? ''), kind: 'own' }, ...under.drawn]}
          background={await visit.run('map.background', {})}
        />
        {closed !== null && <p>{say('newPlot.closed', { metres: Math.max(1, Math.round(closed)) })}</p>}
        <Under under={under} />
      </>
    ),
    rows: [
      ...shown.map(([member, text]) => [labelled(visit.words, member), text]),
      [say('plots.drawn'), drawnWords(visit.words, geometry)],
    ],
    warnings: [
      ...warnings.map(visit.words.tell),
      ...[...flags, ...overlaps].map((flag) => adviceOn(visit.words, flag)),
    ],
    follows: draft.supersedes === undefined ? [] : [say('change.stays')],
  }
}
