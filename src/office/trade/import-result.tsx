import type { BriefReport } from '../../clients/importer/report.ts'
import { LACKS } from '../../clients/importer/row.ts'
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
  readonly hasRejects: boolean
}

/** The seal that the button for writing sends. It covers the options and the dry run shown. */
export const sureOfImport = (
  { session, path }: StaffVisit,
  { correct, acceptMatches, looked }: Upload['steps'],
): string => sealOf(session, [path, 'write', correct, acceptMatches, looked])

/** Shows the result: counts, matches, changes, and the faults at their cells. */
export function ImportResult({ visit, upload, report, hasRejects }: ResultProps) {
  const { count, say, tell, worded } = visit.words
  const { isWritten, steps, map, proposal } = upload
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
        {hasRejects && <Faults report={report} />}
      </Grid>
      {(hasRejects || map !== null) && (
        <Actions>
          {hasRejects && (
            <Action href={`${visit.path}/rejects`} icon="download">
              {say('import.rejects')}
            </Action>
          )}
          {map !== null && (
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
            {(proposal === null || rows.changed > 0) && (
              <button type="submit" class="quiet" name="act" value="check">
                {say('import.lookAgain')}
              </button>
            )}
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

/** Each fault once, with the first of its rows and cells. */
function Faults({ report: { faults, rows } }: { report: BriefReport }) {
  const { count, say, tell } = useWords()
  return (
    <Card title={say('import.faults')} aside={count(rows.at_fault)}>
      <Table
        columns={[
          'import.column',
          'import.cells',
          'import.fault',
          { right: 'import.rows' },
          'import.rowNumbers',
        ]}
        rows={faults.map(({ column, values, message, remedy, count: times, rows: first }) => [
          column,
          values.length > 0 && (
            <span>
              {values.map((value) => (
                <>
                  <mark>{value}</mark>{' '}
                </>
              ))}
            </span>
          ),
          <p class="fault">{say('import.faultAt', { fault: tell(message), remedy: tell(remedy) })}</p>,
          count(times),
          [...first.map(String), ...(times > first.length ? ['…'] : [])].join(', '),
        ])}
      />
    </Card>
  )
}
