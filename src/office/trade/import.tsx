import { chosenIn, type ShownProposal } from '../../clients/importer/steps.ts'
import { faultWords } from '../frame/fault-words.ts'
import { Submit } from '../frame/form.tsx'
import { Box, Card } from '../frame/parts.tsx'
import { isSame } from '../frame/sessions.ts'
import { nothingThere, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import type { AnswerPorts } from '../ports.ts'
import type { ImportDesk, Upload } from '../uploads/import-desk.ts'
import { accountOf, uploadPage } from '../uploads/upload-frame.tsx'
import { ProposalForm } from './import-columns.tsx'
import { ImportResult, sureOfImport } from './import-result.tsx'

/** Import of a sheet, by the rules of `granary import`: upload, then one page from what its columns are to what was written. */

export async function importPage(visit: StaffVisit, { desk }: AnswerPorts, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const { session } = visit
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      { title: say('import.title'), line: say('import.what') },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {desk === null ? (
          <Box kind="warn">{say('machine.cannot')}</Box>
        ) : (
          <>
            {desk.own(accountOf(visit)).map(({ id, name }) => (
              <Box kind="info">
                <a href={`/import/${id}`}>{say('import.goOn', { name })}</a>
              </Box>
            ))}
            <Card>
              <form method="post" action="/import" enctype="multipart/form-data">
                <input type="hidden" name="form_token" value={session.formToken} />
                <label for="sheet">{say('import.sheet')}</label>
                <input
                  id="sheet"
                  name="sheet"
                  type="file"
                  accept=".csv,.txt,.tsv,.xlsx,.geojson,.json,.kml,.kmz,.gpx"
                  required
                />
                <label for="map">{say('import.map')}</label>
                <input id="map" name="map" type="file" accept=".json" />
                <p class="help">{say('import.mapHelp')}</p>
                <Submit>{say('import.read')}</Submit>
              </form>
            </Card>
          </>
        )}
      </>,
    ),
  }
}

export async function uploadSheet(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  const { desk } = ports
  const sheet = visit.files.sheet
  if (desk === null || sheet === undefined || sheet.bytes.length === 0)
    return importPage(visit, ports, say('import.noSheet'))
  const map = visit.files.map
  try {
    const mapText =
      map === undefined || map.bytes.length === 0 ? null : Buffer.from(map.bytes).toString('utf8')
    const { id } = await desk.add(
      accountOf(visit),
      sheet.name,
      sheet.bytes,
      mapText,
      visit.words.language.code,
    )
    return { to: `/import/${id}` }
  } catch (error) {
    return importPage(visit, ports, faultWords(visit.words, error))
  }
}

const uploadIn = (visit: StaffVisit, desk: ImportDesk): Upload | null =>
  desk.find(accountOf(visit), visit.path.split('/')[2] ?? '')

const noSuchUpload = (visit: StaffVisit) => {
  const { say } = visit.words
  return nothingThere(visit, say('import.title'), say('import.gone'))
}

/** Shows the state of the import: what the sheet seems to mean, and what the last check found. */
export async function importStepPage(visit: StaffVisit, { desk }: AnswerPorts): Promise<Answer> {
  const upload = desk === null ? null : uploadIn(visit, desk)
  if (upload === null || desk === null) return noSuchUpload(visit)
  const { proposal, report, isWritten } = upload
  return uploadPage(visit, {
    head: { title: upload.name, ...(proposal === null ? {} : { line: lineOf(visit, proposal) }) },
    upload,
    content: (proposal !== null || report !== null) && (
      <>
        {report !== null && (
          <ImportResult {...{ visit, upload, report }} hasRejects={report.rows.at_fault > 0} />
        )}
        {proposal !== null && !isWritten && upload.steps.map === null && (
          <ProposalForm visit={visit} proposal={proposal} hasKept={desk.keptMap(proposal) !== null} />
        )}
      </>
    ),
  })
}

/** The rows, where they are in the file, and the map of an earlier sheet. */
function lineOf({ words: { say } }: StaffVisit, proposal: ShownProposal): string {
  const { rows, from, columns, sheet, headings } = proposal
  const count =
    from === null
      ? say('import.rowsOf', { rows })
      : say('import.rowsLike', { rows, map: from.name, fits: from.fits, all: columns.length })
  if (columns.length === 0) return count
  return [
    count,
    ...(sheet === null ? [] : [say('import.onSheet', { sheet })]),
    say('import.headingsIn', { count: headings.length, rows: headings.join(', ') }),
  ].join(' · ')
}

export async function importStep(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { desk } = ports
  const upload = desk === null ? null : uploadIn(visit, desk)
  if (upload === null || desk === null) return noSuchUpload(visit)
  const { account, id, proposal } = upload
  const { form } = visit
  const step = (change: Partial<Upload['steps']>) => desk.step(account, id, change, visit.words.language.code)
  const options = { correct: form.correct !== undefined, acceptMatches: form.accept !== undefined }
  /** What was chosen; a form of another part of the page changes none of it. */
  const choices = proposal && chosenIn(proposal, upload.steps.choices ?? {}, form)
  try {
    switch (form.act) {
      case 'close':
        desk.close(account, id)
        return { to: '/import' }
      case 'stop':
        desk.stop(account, id)
        break
      case 'kept': {
        const map = proposal && desk.keptMap(proposal)
        if (map !== null) await step({ map })
        break
      }
      case 'look':
        if (!upload.isWritten) await step({ choices, write: false, check: false })
        break
      case 'check':
        if (!upload.isWritten) await step({ ...options, choices, write: false, check: true })
        break
      case 'write':
        // A form sent twice writes once; the page still shows what the first one wrote.
        if (upload.isWritten && upload.report?.stopped == null) break
        if (!upload.isWritten && !isSame(sureOfImport(visit, { ...upload.steps, ...options }), form.sure)) {
          await step({ ...options, write: false, check: true })
          const notice = <Box kind="warn">{visit.words.say('look.changed')}</Box>
          return importStepPage({ ...visit, notice }, ports)
        }
        await step({ ...options, write: true })
        break
    }
  } catch (error) {
    return importPage(visit, ports, faultWords(visit.words, error))
  }
  return { to: `/import/${id}` }
}

export async function importRejects(visit: StaffVisit, { desk }: AnswerPorts): Promise<Answer> {
  const upload = desk && uploadIn(visit, desk)
  const rejects = upload && desk?.rejects(upload.account, upload.id)
  if (!rejects) return noSuchUpload(visit)
  return { file: rejects, name: 'rejects.csv', type: 'text/csv' }
}

export async function importMap(visit: StaffVisit, { desk }: AnswerPorts): Promise<Answer> {
  const map = desk && uploadIn(visit, desk)?.map
  if (map == null) return noSuchUpload(visit)
  return { file: map, name: 'map.json', type: 'application/json' }
}
