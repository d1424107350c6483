import { type BriefReport, FAULTY_ROWS_SHOWN } from '../../clients/importer/report.ts'
import { LACKS } from '../../clients/importer/row.ts'
import { readRecords } from '../../clients/sheets/csv.ts'
import { ROW_COLUMN } from '../../clients/sheets/own-columns.ts'
import { faultSentences } from '../../clients/sheets/rejects.ts'
import { sheetValue } from '../../text/csv.ts'
import { codeOf } from '../../text/kinds.ts'
import { Form, Submit } from '../frame/form.tsx'
import { sealOf } from '../frame/look.tsx'
import { Action, Actions, Box, Card, Grid } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import type { Upload } from '../uploads/import-desk.ts'

/** The result of an import or its dry run, with each fault at its cell. */

interface ResultProps {
  readonly visit: StaffVisit
  readonly upload: Upload
  readonly report: BriefReport
  readonly rejects: string | null
}

/** The seal that the button for writing sends. It covers the options and the dry run shown. */
export const sureOfImport = (
  { session, path }: StaffVisit,
  { correct, acceptMatches, looked }: Upload['steps'],
): string => sealOf(session, [path, 'write', correct, acceptMatches, looked])

/** Shows the result: counts, matches, changes, and the faults at their cells. */
export function ImportResult({ visit, upload, report, rejects }: ResultProps) {
  const { count, say, tell, worded } = visit.words
  const { isWritten, steps } = upload
  const { rows, lacking, records, stopped, matches, spellings = [], changes } = report
  const mayWrite = !isWritten && (rows.new > 0 || (rows.changed > 0 && steps.correct))
  return (
    <>
      {stopped !== null && <Box kind="bad">{say('import.stopped', { why: tell(stopped) })}</Box>}
      {!isWritten && <Box kind="info">{say('import.dry')}</Box>}
      <Grid>
        <Card span={5}>
          <Table
            columns={['import.rows', { title: '', right: true }]}
            rows={[
              ...(['total', 'new', 'already_imported', 'changed', 'at_fault', 'left_out'] as const).map(
                (what) => [
                  say(isWritten ? `import.written.${what}` : `import.row.${what}`),
                  count(rows[what]),
                ],
              ),
              ...LACKS.filter((lack) => lacking[lack] > 0).map((lack) => [
                say(`import.lacks.${lack}`),
                count(lacking[lack]),
              ]),
            ]}
          />
        </Card>
        <Card span={7}>
          <Table
            columns={[
              'records.type',
              { title: say(isWritten ? 'import.made' : 'import.toMake'), right: true },
              { right: 'import.there' },
              { right: 'import.refused' },
            ]}
            rows={Object.entries(records).map(([type, { written, corrected, there, refused }]) => [
              worded(codeOf(type)),
              count(written + corrected),
              count(there),
              count(refused),
            ])}
          />
        </Card>
        {matches.length > 0 && (
          <Card title={say('import.matches')}>
            <Table
              columns={[{ right: 'import.row' }, 'import.column', 'import.member']}
              rows={matches.map(({ row, column, name, member_no }) => [
                String(row),
                column,
                [member_no, name].filter(Boolean).join(', '),
              ])}
            />
          </Card>
        )}
        {spellings.length > 0 && (
          <Card title={say('import.spellings')}>
            <ul>
              {spellings.map((names) => (
                <li>{names.join('; ')}</li>
              ))}
            </ul>
          </Card>
        )}
        {changes.length > 0 && (
          <Card title={say('import.changes')}>
            <Table
              columns={[{ right: 'import.row' }, 'import.column', 'change.was', 'change.becomes']}
              rows={changes.map(({ row, column, was, now }) => [String(row), column, tell(was), now])}
            />
          </Card>
        )}
        {rejects !== null && <Faults report={report} rejects={rejects} />}
      </Grid>
      {(rejects !== null || steps.map !== null) && (
        <Actions>
          {rejects !== null && (
            <Action href={`${visit.path}/rejects`} icon="download">
              {say('import.rejects')}
            </Action>
          )}
          {steps.map !== null && (
            <Action href={`${visit.path}/map`} icon="download">
              {say('import.mapFile')}
            </Action>
          )}
        </Actions>
      )}
      {!isWritten && (
        <Form action={visit.path} session={visit.session}>
          <input type="hidden" name="sure" value={sureOfImport(visit, steps)} />
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
          <Submit name="act" value="write">
            {say('import.continue')}
          </Submit>
        </Form>
      )}
    </>
  )
}

function Options({ upload: { steps }, report: { rows } }: { upload: Upload; report: BriefReport }) {
  const { say } = useWords()
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

/** The most characters read of the file of faulty rows: enough for the rows shown here. */
const MOST_CHARACTERS = 500_000
/** The columns before the sheet's own: the row's number and its faults. */
const OURS = 2

/** The sheet's own delimiter: the character after the name of our first column. */
const delimiterOf = (rejects: string): string =>
  rejects.charAt(rejects.indexOf(ROW_COLUMN) + ROW_COLUMN.length)

function Faults({ report, rejects }: { report: BriefReport; rejects: string }) {
  const { count, say, tell } = useWords()
  const [header = [], ...rows] = readRecords(rejects.slice(0, MOST_CHARACTERS), delimiterOf(rejects))
    .slice(0, FAULTY_ROWS_SHOWN + 1)
    .map((cells) => cells.map(sheetValue))
  // Faults are in the order of the rows in the file, where a row imported from such a file keeps its first
  // number.
  const faultsOf = [...Map.groupBy(report.faults, ({ row }) => row).values()]
  return (
    <Card title={say('import.faults')} aside={count(report.rows.at_fault)}>
      <Table
        columns={['import.row', ...header.slice(OURS).map((title) => ({ title })), 'import.fault']}
        rows={rows.map((cells, nth) => {
          const [row = '', said = ''] = cells
          const faults = faultsOf[nth] ?? []
          return [
            row,
            ...header.slice(OURS).map((column, i) => {
              const cell = cells[i + OURS] ?? ''
              const fault = faults.find((one) => one.column === column)
              return fault === undefined ? (
                cell
              ) : (
                <>
                  <mark>{cell === '' ? say('import.empty') : cell}</mark>
                  <p class="fault">
                    {say('import.faultAt', { fault: tell(fault.message), remedy: tell(fault.remedy) })}
                  </p>
                </>
              )
            }),
            // The report has no faults of rows beyond its limit.
            faults.map((fault) => tell(faultSentences(fault))).join(' ') || said,
          ]
        })}
      />
      {report.rows.at_fault > rows.length && (
        <p>{say('import.moreFaults', { count: report.rows.at_fault - rows.length })}</p>
      )}
    </Card>
  )
}
