import { given, isOneOf } from '../../base/typed.ts'
import { MEANINGS, meant } from '../../clients/importer/guess/meanings.ts'
import type { Question } from '../../clients/importer/guess/replay.ts'
import { faultWords } from '../frame/fault-words.ts'
import { Field, Form, Select, Submit } from '../frame/form.tsx'
import { Box, Card, Steps } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { isSame } from '../frame/sessions.ts'
import { nothingThere, pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import type { AnswerPorts } from '../ports.ts'
import type { ImportDesk, Upload } from '../uploads/import-desk.ts'
import { accountOf, uploadPage } from '../uploads/upload-frame.tsx'
import { ImportResult, sureOfImport } from './import-result.tsx'

/** Import of a sheet: upload, questions, dry run, then writing, by the rules of `granary import`. */

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
            <ImportSteps now="sheet" />
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

const STEPS = ['sheet', 'columns', 'check', 'saved'] as const
type ImportStep = (typeof STEPS)[number]

const ImportSteps = ({ now }: { now: ImportStep }) => {
  const { say } = useWords()
  const place = STEPS.indexOf(now)
  return (
    <Steps
      steps={STEPS.map((step, i) => ({
        name: say(`import.step.${step}`),
        isDone: i < place || now === 'saved',
        isNow: i === place,
      }))}
    />
  )
}

/** The step at which an import is. */
const stepOf = ({ isWritten, report }: Upload): ImportStep =>
  isWritten ? 'saved' : report !== null ? 'check' : 'columns'

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

const uploadIn = (visit: StaffVisit, { desk }: AnswerPorts): Upload | null =>
  desk?.find(accountOf(visit), visit.path.split('/')[2] ?? '') ?? null

const noSuchUpload = (visit: StaffVisit) => {
  const { say } = visit.words
  return nothingThere(visit, say('import.title'), say('import.gone'))
}

/** Shows the state of the import: running, a question, or the result. */
export async function importStepPage(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  const upload = uploadIn(visit, ports)
  if (upload === null || ports.desk === null) return noSuchUpload(visit)
  const { question, report } = upload
  const step = question === null ? stepOf(upload) : 'columns'
  return uploadPage(visit, {
    head: {
      title: say('import.of', { name: upload.name }),
      line: say('steps.of', { step: STEPS.indexOf(step) + 1, all: STEPS.length }),
    },
    upload,
    above: <ImportSteps now={step} />,
    content:
      question !== null ? (
        <QuestionForm visit={visit} question={question} hasKept={keptFor(ports.desk, question) !== null} />
      ) : (
        report && (
          <ImportResult
            visit={visit}
            upload={upload}
            report={report}
            rejects={ports.desk.rejects(upload.account, upload.id)}
          />
        )
      ),
    more: question !== null && question.kind !== 'columns' && (
      <button type="submit" class="quiet" name="act" value="columns">
        {say('import.again')}
      </button>
    ),
    isFaulty: question?.fault != null,
  })
}

function keptFor(desk: ImportDesk, question: Question | null): string | null {
  return question?.kind === 'columns' ? desk.keptMap(question.columns.map(({ name }) => name)) : null
}

/**
 * Identifies a question, by its kind too: the column map is not counted as an answer, so numbers repeat
 * before and after it.
 */
const placeOf = ({ kind, answered }: Question): string => `${kind}-${answered}`

interface QuestionProps {
  readonly visit: StaffVisit
  readonly question: Question
  /** Whether a sheet with these headings was imported before. */
  readonly hasKept: boolean
}

function QuestionForm({ visit, question, hasKept }: QuestionProps) {
  const { say, tell } = visit.words
  const fault = question.fault?.map(tell).join(' ')
  const { session, path } = visit
  if (question.kind === 'columns')
    return (
      <Form action={path} session={session}>
        <input type="hidden" name="at" value={placeOf(question)} />
        {question.hints.map((hint) => (
          <p>{tell(hint)}</p>
        ))}
        <p>{say('import.columns', { rows: question.rows })}</p>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {hasKept && (
          <Box kind="good">
            <p>{say('import.known')}</p>
            <button type="submit" name="act" value="kept">
              {say('import.useKept')}
            </button>
          </Box>
        )}
        <Table
          columns={['import.column', 'import.is', 'import.examples']}
          rows={question.columns.map(({ name, meaning, examples }, i) => [
            name === '' ? say('import.noHeading') : name,
            <select name={`column_${i}`} aria-label={name === '' ? say('import.noHeading') : name}>
              {MEANINGS.map((word) => (
                <option value={word} selected={word === meaning}>
                  {tell(meant(word))}
                </option>
              ))}
            </select>,
            examples.join(' · '),
          ])}
        />
        <Submit name="act" value="answer">
          {say('import.next')}
        </Submit>
      </Form>
    )
  const { text, hints, choices, usual } = question
  const filled = { values: { answer: usual ?? '' }, faults: given({ answer: fault }) }
  return (
    <Form action={path} session={session} class="card">
      <input type="hidden" name="at" value={placeOf(question)} />
      {hints.map((hint) => (
        <p>{tell(hint)}</p>
      ))}
      {choices.length > 0 ? (
        <Select
          name="answer"
          label={tell(text)}
          words={usual === null ? ['', ...choices.map(({ word }) => word)] : choices.map(({ word }) => word)}
          chosen={usual ?? ''}
          called={(word) => tell(choices.find((one) => one.word === word)?.shown ?? word)}
          fault={fault}
        />
      ) : (
        <Field name="answer" label={tell(text)} filled={filled} optional autofocus />
      )}
      <Submit name="act" value="answer">
        {say('import.next')}
      </Submit>
    </Form>
  )
}

export async function importStep(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  const upload = uploadIn(visit, ports)
  const { desk } = ports
  if (upload === null || desk === null) return noSuchUpload(visit)
  const { account, id, question } = upload
  const { form } = visit
  const step = (change: Partial<Upload['steps']>) => desk.step(account, id, change, visit.words.language.code)
  const options = { correct: form.correct !== undefined, acceptMatches: form.accept !== undefined }
  try {
    switch (form.act) {
      case 'close':
        desk.close(account, id)
        return { to: '/import' }
      case 'stop':
        desk.stop(account, id)
        break
      case 'columns':
        await step({ map: null, given: { answers: sheetAnswers(upload) } })
        break
      case 'kept': {
        const map = keptFor(desk, question)
        if (map !== null) await step({ map })
        break
      }
      case 'look':
        await step({ ...options, write: false })
        break
      case 'write':
        // A form sent twice writes once; the page still shows what the first one wrote.
        if (upload.isWritten && upload.report?.stopped == null) break
        if (!upload.isWritten && !isSame(sureOfImport(visit, { ...upload.steps, ...options }), form.sure)) {
          await step({ ...options, write: false })
          return importStepPage({ ...visit, notice: <Box kind="warn">{say('look.changed')}</Box> }, ports)
        }
        await step({ ...options, write: true })
        keep(desk, upload)
        break
      case 'answer':
        // A form sent twice, or from another window, can answer an earlier question: ignore it.
        if (question !== null && form.at === placeOf(question))
          await step({ given: answered(upload, question, form) })
        break
    }
  } catch (error) {
    return importPage(visit, ports, faultWords(visit.words, error))
  }
  return { to: `/import/${id}` }

  /** Keeps the column map, made here or uploaded, for the next sheet with these headings. */
  function keep(at: ImportDesk, { headings, steps: { map } }: Upload): void {
    if (headings !== null && map !== null) at.keepMap(headings, map)
  }
}

/** The answers given before the columns were mapped: which sheet of a workbook to read. */
const sheetAnswers = ({ steps: { given }, beforeColumns }: Upload): readonly string[] =>
  given.answers.slice(0, beforeColumns)

function answered(
  { steps: { given } }: Upload,
  question: Question,
  form: Readonly<Record<string, string | undefined>>,
): Upload['steps']['given'] {
  const answers = given.answers.slice(0, question.answered)
  if (question.kind !== 'columns')
    return { ...given, answers: [...answers, (form.answer ?? '').slice(0, 500)] }
  const columns = question.columns.map(({ meaning }, i) => {
    const word = form[`column_${i}`]
    return isOneOf(MEANINGS, word) ? word : meaning
  })
  return { columns, answers }
}

export async function importRejects(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const upload = uploadIn(visit, ports)
  const rejects = upload && ports.desk?.rejects(upload.account, upload.id)
  if (!rejects) return noSuchUpload(visit)
  return { file: rejects, name: 'rejects.csv', type: 'text/csv' }
}

export async function importMap(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const map = uploadIn(visit, ports)?.steps.map
  if (map == null) return noSuchUpload(visit)
  return { file: map, name: 'map.json', type: 'application/json' }
}
