import { readRecords } from '../clients/importer/csv.ts'
import type { ImportDesk, Upload } from '../clients/importer/desk.ts'
import { MEANINGS, type Meaning } from '../clients/importer/guess/meanings.ts'
import type { Question } from '../clients/importer/guess/replay.ts'
import type { BriefReport } from '../clients/importer/report.ts'
import { say } from '../text/catalogue/say.ts'
import { faultWords } from './fault-words.ts'
import { Box, Field, Form, pageText, Select, Table, worded } from './layout.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** An old sheet: uploaded, understood, looked at, and then written by the rules of `granary import`. */

export interface ImportPorts {
  /** Null where the service cannot start other programs. */
  readonly desk: ImportDesk | null
}

/** A page that waits looks again after so many seconds. */
const LOOKS_AGAIN_S = 2

const accountOf = ({ session }: StaffVisit): string => session.person.id

export async function importPage(visit: StaffVisit, { desk }: ImportPorts, fault?: string): Promise<Answer> {
  const { session } = visit
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      say('import.title'),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {desk === null ? (
          <Box kind="warn">{say('machine.cannot')}</Box>
        ) : (
          <>
            {desk.own(accountOf(visit)).map(({ id, name }) => (
              <p>
                <a href={`/import/${id}`}>{say('import.goOn', { name })}</a>
              </p>
            ))}
            <p>{say('import.what')}</p>
            <form method="post" action="/import" enctype="multipart/form-data" class="narrow">
              <input type="hidden" name="form_token" value={session.formToken} />
              <label for="sheet">{say('import.sheet')}</label>
              <input id="sheet" name="sheet" type="file" accept=".csv,.txt,.tsv,.xlsx" required />
              <label for="map">{say('import.map')}</label>
              <input id="map" name="map" type="file" accept=".json" />
              <p class="help">{say('import.mapHelp')}</p>
              <div class="buttons">
                <button type="submit">{say('import.read')}</button>
              </div>
            </form>
          </>
        )}
      </>,
    ),
  }
}

export async function uploadSheet(visit: StaffVisit, ports: ImportPorts): Promise<Answer> {
  const { desk } = ports
  const sheet = visit.files.sheet
  if (desk === null || sheet === undefined || sheet.bytes.length === 0)
    return importPage(visit, ports, say('import.noSheet'))
  const map = visit.files.map
  try {
    const mapText =
      map === undefined || map.bytes.length === 0 ? null : Buffer.from(map.bytes).toString('utf8')
    const { id } = await desk.add(accountOf(visit), sheet.name, sheet.bytes, mapText)
    return { to: `/import/${id}` }
  } catch (error) {
    return importPage(visit, ports, faultWords(error))
  }
}

const uploadIn = (visit: StaffVisit, { desk }: ImportPorts): Upload | null =>
  desk?.find(accountOf(visit), visit.path.split('/')[2] ?? '') ?? null

const noSuchUpload = (visit: StaffVisit): Answer => ({
  status: 404,
  html: pageText(visit, say('import.title'), <Box kind="bad">{say('import.gone')}</Box>),
})

/** Where the import is: under way, a question, or what came of it. */
export async function importStepPage(visit: StaffVisit, ports: ImportPorts): Promise<Answer> {
  const upload = uploadIn(visit, ports)
  if (upload === null || ports.desk === null) return noSuchUpload(visit)
  const { running, question, report, fault } = upload
  const content =
    running !== null ? (
      <Running visit={visit} progress={running.progress} />
    ) : fault !== null ? (
      <Box kind="bad">
        <pre class="letter">{fault}</pre>
      </Box>
    ) : question !== null ? (
      <QuestionForm visit={visit} question={question} hasKept={keptFor(ports.desk, question) !== null} />
    ) : report !== null ? (
      <Result
        visit={visit}
        upload={upload}
        report={report}
        rejects={ports.desk.rejects(upload.account, upload.id)}
      />
    ) : null
  return {
    ...(running === null ? {} : { againInS: LOOKS_AGAIN_S }),
    status: question?.fault == null && fault === null ? 200 : 422,
    html: pageText(
      visit,
      say('import.of', { name: upload.name }),
      <>
        {content}
        {running === null && (
          <Form action={visit.path} session={visit.session}>
            <div class="buttons">
              {question !== null && question.kind !== 'columns' && (
                <button type="submit" class="quiet" name="act" value="columns">
                  {say('import.again')}
                </button>
              )}
              <button type="submit" class="quiet" name="act" value="close">
                {say(upload.isWritten ? 'import.done' : 'import.leave')}
              </button>
            </div>
          </Form>
        )}
      </>,
    ),
  }
}

const Running = ({ visit, progress }: { visit: StaffVisit; progress: string }) => (
  <>
    <Box kind="warn">
      {say('import.running')} {progress}
    </Box>
    <p>{say('import.leaveOpen')}</p>
    <Form action={visit.path} session={visit.session}>
      <div class="buttons">
        <button type="submit" class="quiet" name="act" value="stop">
          {say('machine.stop')}
        </button>
      </div>
    </Form>
  </>
)

function keptFor(desk: ImportDesk, question: Question | null): string | null {
  return question?.kind === 'columns' ? desk.keptMap(question.columns.map(({ name }) => name)) : null
}

interface QuestionProps {
  readonly visit: StaffVisit
  readonly question: Question
  /** A sheet with these headings was imported before. */
  readonly hasKept: boolean
}

function QuestionForm({ visit, question, hasKept }: QuestionProps) {
  const { session, path } = visit
  if (question.kind === 'columns')
    return (
      <Form action={path} session={session}>
        <p>{say('import.columns', { rows: question.rows })}</p>
        {question.fault !== null && <Box kind="bad">{question.fault}</Box>}
        {hasKept && (
          <Box kind="good">
            <p>{say('import.known')}</p>
            <button type="submit" name="act" value="kept">
              {say('import.useKept')}
            </button>
          </Box>
        )}
        <Table
          columns={[
            { title: say('import.column') },
            { title: say('import.is') },
            { title: say('import.examples') },
          ]}
          rows={question.columns.map(({ name, meaning, examples }, i) => [
            name === '' ? say('import.noHeading') : name,
            <select name={`column_${i}`} aria-label={name === '' ? say('import.noHeading') : name}>
              {Object.entries(MEANINGS).map(([word, words]) => (
                <option value={word} selected={word === meaning}>
                  {words}
                </option>
              ))}
            </select>,
            examples.join(' · '),
          ])}
        />
        <div class="buttons">
          <button type="submit" name="act" value="answer">
            {say('import.next')}
          </button>
        </div>
      </Form>
    )
  const { text, hints, choices, usual, fault } = question
  const filled = { values: { answer: usual ?? '' }, faults: fault === null ? {} : { answer: fault } }
  return (
    <Form action={path} session={session} class="narrow">
      {hints.map((hint) => (
        <p>{hint}</p>
      ))}
      {choices.length > 0 ? (
        <Select
          name="answer"
          label={text}
          words={usual === null ? ['', ...choices.map(({ word }) => word)] : choices.map(({ word }) => word)}
          chosen={usual ?? ''}
          called={(word) => choices.find((one) => one.word === word)?.shown ?? word}
          fault={fault ?? undefined}
        />
      ) : (
        <Field name="answer" label={text} filled={filled} optional autofocus />
      )}
      <div class="buttons">
        <button type="submit" name="act" value="answer">
          {say('import.next')}
        </button>
      </div>
    </Form>
  )
}

interface ResultProps {
  readonly visit: StaffVisit
  readonly upload: Upload
  readonly report: BriefReport
  readonly rejects: string | null
}

/** What the sheet would become, or became; faults at their cells. */
function Result({ visit, upload, report, rejects }: ResultProps) {
  const { isWritten, steps } = upload
  const { rows, records, stopped, matches, changes } = report
  const mayWrite = !isWritten && (rows.new > 0 || (rows.changed > 0 && steps.correct))
  return (
    <>
      {stopped !== null && <Box kind="bad">{say('import.stopped', { why: stopped })}</Box>}
      {!isWritten && <Box kind="good">{say('import.dry')}</Box>}
      <Table
        columns={[{ title: say('import.rows') }, { title: say('today.count'), right: true }]}
        rows={(['total', 'new', 'already_imported', 'changed', 'at_fault', 'left_out'] as const).map(
          (what) => [say(isWritten ? `import.written.${what}` : `import.row.${what}`), rows[what]],
        )}
      />
      <Table
        columns={[
          { title: say('records.type') },
          { title: say(isWritten ? 'import.made' : 'import.toMake'), right: true },
          { title: say('import.there'), right: true },
          { title: say('import.refused'), right: true },
        ]}
        rows={Object.entries(records).map(([type, { written, corrected, there, refused }]) => [
          worded(type),
          written + corrected,
          there,
          refused,
        ])}
      />
      {matches.length > 0 && (
        <>
          <h2>{say('import.matches')}</h2>
          <Table
            columns={[
              { title: say('import.row') },
              { title: say('import.column') },
              { title: say('import.member') },
            ]}
            rows={matches.map(({ row, column, name, member_no }) => [
              row,
              column,
              [member_no, name].filter(Boolean).join(', '),
            ])}
          />
        </>
      )}
      {changes.length > 0 && (
        <>
          <h2>{say('import.changes')}</h2>
          <Table
            columns={[
              { title: say('import.row') },
              { title: say('import.column') },
              { title: say('change.was') },
              { title: say('change.becomes') },
            ]}
            rows={changes.map(({ row, column, was, now }) => [row, column, was, now])}
          />
        </>
      )}
      {rejects !== null && <Faults report={report} rejects={rejects} />}
      {rejects !== null && (
        <p>
          <a href={`${visit.path}/rejects`}>{say('import.rejects')}</a>
        </p>
      )}
      {steps.map !== null && (
        <p>
          <a href={`${visit.path}/map`}>{say('import.mapFile')}</a>
        </p>
      )}
      {!isWritten && (
        <Form action={visit.path} session={visit.session}>
          <Options upload={upload} report={report} />
          <div class="buttons">
            {mayWrite && (
              <button type="submit" name="act" value="write">
                {say('import.write', { count: rows.new })}
              </button>
            )}
            <button type="submit" class="quiet" name="act" value="look">
              {say('import.lookAgain')}
            </button>
          </div>
        </Form>
      )}
      {isWritten && stopped !== null && (
        <Form action={visit.path} session={visit.session}>
          <Options upload={upload} report={report} />
          <div class="buttons">
            <button type="submit" name="act" value="write">
              {say('import.continue')}
            </button>
          </div>
        </Form>
      )}
    </>
  )
}

function Options({ upload: { steps }, report: { rows } }: { upload: Upload; report: BriefReport }) {
  return (
    <>
      {rows.changed > 0 && (
        <label class="box-label">
          <input type="checkbox" name="correct" value="1" checked={steps.correct} />
          {say('import.correct')}
        </label>
      )}
      <label class="box-label">
        <input type="checkbox" name="accept" value="1" checked={steps.acceptMatches} />
        {say('import.accept')}
      </label>
    </>
  )
}

/** Rows at fault that are shown; the file has all of them. */
const MOST_ROWS = 100
/** Of the file of faulty rows, the beginning is enough for these. */
const MOST_CHARACTERS = 500_000
/** Before the sheet's own columns: the row's number, and its faults. */
const OURS = 2

function Faults({ report, rejects }: { report: BriefReport; rejects: string }) {
  const [header = [], ...rows] = readRecords(rejects.slice(0, MOST_CHARACTERS), ',').slice(0, MOST_ROWS + 1)
  const faultOf = (row: string, column: string) =>
    report.faults.find((one) => String(one.row) === row && one.column === column)
  return (
    <>
      <h2>{say('import.faults')}</h2>
      <Table
        columns={[
          { title: say('import.row') },
          ...header.slice(OURS).map((title) => ({ title })),
          { title: say('import.fault') },
        ]}
        rows={rows.map((cells) => {
          const [row = '', faults = ''] = cells
          return [
            row,
            ...header.slice(OURS).map((column, i) => {
              const cell = cells[i + OURS] ?? ''
              const fault = faultOf(row, column)
              return fault === undefined ? (
                cell
              ) : (
                <>
                  <mark>{cell === '' ? say('import.empty') : cell}</mark>
                  <p class="fault">
                    {fault.message}. {fault.remedy}
                  </p>
                </>
              )
            }),
            faults,
          ]
        })}
      />
      {report.rows.at_fault > rows.length && (
        <p>{say('import.moreFaults', { count: report.rows.at_fault - rows.length })}</p>
      )}
    </>
  )
}

export async function importStep(visit: StaffVisit, ports: ImportPorts): Promise<Answer> {
  const upload = uploadIn(visit, ports)
  const { desk } = ports
  if (upload === null || desk === null) return noSuchUpload(visit)
  const { account, id, question } = upload
  const { form } = visit
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
        await desk.step(account, id, { map: null, given: { answers: sheetAnswers(upload) } })
        break
      case 'kept': {
        const map = keptFor(desk, question)
        if (map !== null) await desk.step(account, id, { map })
        break
      }
      case 'look':
        await desk.step(account, id, { ...options, write: false })
        break
      case 'write':
        await desk.step(account, id, { ...options, write: true })
        keep(desk, upload)
        break
      case 'answer':
        if (question !== null) await desk.step(account, id, { given: answered(upload, question, form) })
        break
    }
  } catch (error) {
    return importPage(visit, ports, faultWords(error))
  }
  return { to: `/import/${id}` }

  /** The map was made here or brought along; the next sheet with these headings can use it. */
  function keep(at: ImportDesk, { headings, steps: { map } }: Upload): void {
    if (headings !== null && map !== null) at.keepMap(headings, map)
  }
}

/** Which sheet of a workbook: what was answered before the columns. */
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
    return word !== undefined && word in MEANINGS ? (word as Meaning) : meaning
  })
  return { columns, answers }
}

export async function importRejects(visit: StaffVisit, ports: ImportPorts): Promise<Answer> {
  const upload = uploadIn(visit, ports)
  const rejects = upload && ports.desk?.rejects(upload.account, upload.id)
  if (!rejects) return noSuchUpload(visit)
  return { file: rejects, name: 'rejects.csv', type: 'text/csv' }
}

export async function importMap(visit: StaffVisit, ports: ImportPorts): Promise<Answer> {
  const map = uploadIn(visit, ports)?.steps.map
  if (map == null) return noSuchUpload(visit)
  return { file: map, name: 'map.json', type: 'application/json' }
}
