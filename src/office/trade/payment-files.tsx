import { given, keysOf } from '../../base/typed.ts'
import type { BriefLine, PaymentReport } from '../../clients/mobile-money/brief.ts'
import { listJson } from '../../clients/mobile-money/list-file.ts'
import bulk from '../../clients/mobile-money/maps/bulk.json' with { type: 'json' }
import statement from '../../clients/mobile-money/maps/statement.json' with { type: 'json' }
import { listSentences, remarkSentences, whyLeft } from '../../clients/mobile-money/report.ts'
import type { ListState } from '../../domain/mass-payment.ts'
import { NAMED_ROWS } from '../../domain/operator-lines.ts'
import type { KeptList } from '../../records/payments/list-tasks.ts'
import { MOST_WAITING } from '../../records/payments/waiting-tasks.ts'
import { codeOf } from '../../text/kinds.ts'
import { faultWords, isAnswerable } from '../frame/fault-words.ts'
import { Form, Select, Submit } from '../frame/form.tsx'
import { sealOf } from '../frame/look.tsx'
import { Box } from '../frame/parts.tsx'
import { isSame } from '../frame/sessions.ts'
import { nothingThere } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { sumsShown } from '../people/account-parts.tsx'
import type { AnswerPorts } from '../ports.ts'
import type { PaymentDesk, PaymentUpload } from '../uploads/payment-desk.ts'
import { accountOf, uploadPage } from '../uploads/upload-frame.tsx'

/** An operator's file at the office page: upload, what each line would do, then writing, by `granary payment read`. */

export const uploadsOf = (visit: StaffVisit, { paymentDesk }: AnswerPorts): readonly PaymentUpload[] =>
  paymentDesk?.own(accountOf(visit)) ?? []

/** Maps that ship. A person who has another file writes a map of their own, beginning with one of these. */
const MAPS = { bulk, statement } as const
type MapName = keyof typeof MAPS | 'kept'

interface FileFormProps {
  readonly visit: StaffVisit
  readonly ports: AnswerPorts
  readonly list: string
}

export function OperatorFileForm({ visit, ports, list }: FileFormProps) {
  const { say } = visit.words
  const { paymentDesk } = ports
  if (paymentDesk === null) return <Box kind="warn">{say('machine.cannot')}</Box>
  const maps: readonly MapName[] = [
    ...(paymentDesk.keptMap() === null ? [] : (['kept'] as const)),
    ...keysOf(MAPS),
  ]
  return (
    <Form action={`/payments/lists/${list}`} session={visit.session} isLarge class="narrow">
      <label for="sheet">{say('many.file')}</label>
      <input id="sheet" name="sheet" type="file" accept=".csv,.txt,.tsv,.xlsx" required />
      <Select
        name="map"
        label={say('many.map')}
        words={maps}
        chosen={maps[0] ?? ''}
        called={(map) => say(`many.map.${map}`)}
      />
      <label for="own">{say('many.ownMap')}</label>
      <input id="own" name="own" type="file" accept=".json" />
      <p class="help">{say('many.mapHelp')}</p>
      <p class="links">
        {keysOf(MAPS).map((map) => (
          <a href={`/payments/maps/${map}`}>{say(`many.map.${map}`)}</a>
        ))}
      </p>
      <Submit>{say('many.look')}</Submit>
    </Form>
  )
}

const mapText = (map: object): string => `${JSON.stringify(map, null, 2)}\n`

/** A map that ships, to be changed for the office's own operator. */
export async function mapFile(visit: StaffVisit): Promise<Answer> {
  const name = keysOf(MAPS).find((one) => one === visit.path.split('/')[3])
  if (name === undefined)
    return nothingThere(visit, visit.words.say('many.title'), visit.words.say('many.noSuchMap'))
  return { file: mapText(MAPS[name]), name: `${name}.map.json`, type: 'application/json' }
}

/** Reads the file that was sent with the form of a list. @returns the page that shows it, or what is wrong */
export async function takeOperatorFile(
  visit: StaffVisit,
  { paymentDesk }: AnswerPorts,
  list: KeptList,
): Promise<{ readonly to: string } | { readonly fault: string }> {
  const { say, language } = visit.words
  const { sheet, own } = visit.files
  if (paymentDesk === null || sheet === undefined || sheet.bytes.length === 0)
    return { fault: say('many.noFile') }
  try {
    const map = own === undefined || own.bytes.length === 0 ? null : Buffer.from(own.bytes).toString()
    const sent = {
      name: sheet.name,
      bytes: sheet.bytes,
      map: map ?? chosenMap(paymentDesk, visit.form.map),
      list: listJson(list),
      isOwnMap: map !== null,
    }
    const { id } = await paymentDesk.add(accountOf(visit), sent, language.code)
    return { to: `/payments/files/${id}` }
  } catch (error) {
    if (!isAnswerable(error)) throw error
    return { fault: faultWords(visit.words, error) }
  }
}

/** Reads the copy of a list that was made elsewhere. @returns the page that shows it, or what is wrong */
export async function bringList(
  visit: StaffVisit,
  { paymentDesk }: AnswerPorts,
  id: string,
): Promise<{ readonly to: string } | { readonly fault: string }> {
  const { say, language } = visit.words
  const { name = '', bytes = new Uint8Array() } = visit.files.copy ?? {}
  if (paymentDesk === null) return { fault: say('machine.cannot') }
  const upload = await paymentDesk.bring(accountOf(visit), { name, bytes, id }, language.code)
  return { to: `/payments/files/${upload.id}` }
}

/** What is not as it should be with the copy of a list; nothing if all is. */
export function ListSeals({ visit: { words }, state }: { visit: StaffVisit; state: ListState }) {
  const sentences = listSentences(words, state)
  if (sentences.length === 0) return null
  return (
    <Box kind={state.isChanged ? 'bad' : 'warn'}>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
    </Box>
  )
}

function chosenMap(desk: PaymentDesk, name: string | undefined): string {
  const kept = name === 'kept' ? desk.keptMap() : null
  return kept ?? mapText(name === 'statement' ? MAPS.statement : MAPS.bulk)
}

const uploadIn = (visit: StaffVisit, { paymentDesk }: AnswerPorts): PaymentUpload | null =>
  paymentDesk?.find(accountOf(visit), visit.path.split('/')[3] ?? '') ?? null

const noSuchFile = (visit: StaffVisit) =>
  nothingThere(visit, visit.words.say('many.title'), visit.words.say('import.gone'))

/** Shows what the file would do, the progress of writing, or what was written. */
export async function operatorFilePage(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const upload = uploadIn(visit, ports)
  if (upload === null) return noSuchFile(visit)
  const { report, broughtList, name, steps } = upload
  const { say } = visit.words
  if (broughtList !== null) {
    ports.paymentDesk?.close(upload.account, upload.id)
    return { to: `/payments/lists/${broughtList}` }
  }
  return uploadPage(visit, {
    head: { title: steps.bring === null ? say('many.fileOf', { name }) : say('many.bring') },
    upload,
    content: report && <Result visit={visit} upload={upload} report={report} />,
  })
}

/** The seal that the button for writing sends: it covers the dry run shown. */
const sureOf = ({ session, path }: StaffVisit, { steps: { looked } }: PaymentUpload): string =>
  sealOf(session, [path, 'write', looked])

const ACTS = [
  ...(['pay', 'pay_and_retract', 'retract', 'already', 'failed', 'left', 'refused'] as const),
  ...NAMED_ROWS,
]

interface ResultProps {
  readonly visit: StaffVisit
  readonly upload: PaymentUpload
  readonly report: PaymentReport
}

function Result({ visit, upload, report }: ResultProps) {
  const { say, count, worded, money } = visit.words
  const { isWritten } = upload
  const { counts, paid, fees, lines, rows, isStopped, unkept, remarks } = report
  const readAs = remarkSentences(visit.words, remarks)
  const state = isWritten ? 'done' : 'dry'
  const toWrite = counts.pay + counts.pay_and_retract + counts.retract
  const writes = toWrite + counts.left
  return (
    <>
      {isStopped && <Box kind="bad">{say('payment.read.stopped')}</Box>}
      {unkept > 0 && (
        <Box kind="bad">{say('payment.read.unkept', { count: unkept, most: MOST_WAITING })}</Box>
      )}
      <ListSeals visit={visit} state={report.list} />
      {!isWritten && <Box kind="good">{say('many.dry')}</Box>}
      {readAs.length > 0 && (
        <Box kind="warn">
          {readAs.map((sentence) => (
            <p>{sentence}</p>
          ))}
        </Box>
      )}
      <Table
        columns={['many.does', { right: 'import.rows' }]}
        rows={[
          [say('many.allRows'), count(rows)],
          ...ACTS.filter((act) => counts[act] > 0).map((act) => [
            say(`many.act.${act}`, { state }),
            count(counts[act]),
          ]),
        ]}
      />
      {paid.length > 0 && <p>{say('payment.read.sums', { state, sums: sumsShown(visit.words, paid) })}</p>}
      {fees.length > 0 && <p>{say('many.fees', { sums: sumsShown(visit.words, fees) })}</p>}
      {isWritten && counts.left + counts.refused > 0 && (
        <p class="links">
          <a href="/payments/waiting">{say('many.toWaiting')}</a>
          <a href={`${visit.path}/rejects`}>{say('import.rejects')}</a>
        </p>
      )}
      <Table
        columns={[
          { title: say('import.row'), right: true },
          'many.does',
          'members.name',
          'entry.purpose',
          { right: 'entry.amount' },
          { right: 'many.fee' },
          'record.number',
        ]}
        rows={lines.map((line) => [
          count(line.row),
          <>
            {actShown(visit, line, state)}
            {line.of?.id && (
              <p>
                <a href={`/records/${line.of.id}`}>{say('many.paymentOf')}</a>
              </p>
            )}
            {line.alsoBy !== undefined && (
              <p>
                <a href={`/records/${line.alsoBy}`}>{say('many.alsoBy')}</a>
              </p>
            )}
          </>,
          line.name ?? line.payee,
          line.purpose === null ? '' : worded(codeOf(line.purpose)),
          line.amount && money(line.amount),
          line.fee && money(line.fee),
          <span class="word">{line.transaction}</span>,
        ])}
      />
      {rows > lines.length && <p>{say('many.moreRows', { count: rows - lines.length })}</p>}
      {!isWritten && (
        <Form action={visit.path} session={visit.session}>
          <input type="hidden" name="sure" value={sureOf(visit, upload)} />
          {counts.left > 0 && <p>{say('many.willWait', { count: counts.left })}</p>}
          <div class="buttons">
            {writes > 0 && (
              <button type="submit" name="act" value="write">
                {toWrite > 0 ? say('many.write', { count: toWrite }) : say('many.writeWaiting')}
              </button>
            )}
            <button type="submit" class="quiet" name="act" value="look">
              {say('import.lookAgain')}
            </button>
          </div>
        </Form>
      )}
      {isWritten && isStopped && (
        <Form action={visit.path} session={visit.session}>
          <Submit name="act" value="write">
            {say('import.continue')}
          </Submit>
        </Form>
      )}
    </>
  )
}

function actShown({ words }: StaffVisit, { act, reason, why, of }: BriefLine, state: 'done' | 'dry') {
  const { say } = words
  const what = say(`many.act.${act}`, { state })
  const because = (clause: string) => say('many.actBecause', { what, why: clause })
  if (act === 'left' && reason !== undefined) return because(whyLeft(words, { reason, ...given({ of }) }))
  if (act === 'refused') return because(why ?? '')
  if (of?.row === undefined) return what
  const other = { number: of.transaction, row: of.row }
  return because(act === 'retract' ? say('many.takesBack', other) : say('many.takenBack', other))
}

export async function operatorFileStep(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const upload = uploadIn(visit, ports)
  const { paymentDesk: desk } = ports
  if (upload === null || desk === null) return noSuchFile(visit)
  const { account, id } = upload
  const { form, words } = visit
  const step = (change: Partial<PaymentUpload['steps']>) =>
    desk.step(account, id, change, words.language.code)
  switch (form.act) {
    case 'close':
      desk.close(account, id)
      return { to: '/payments/many' }
    case 'stop':
      desk.stop(account, id)
      break
    case 'look':
      if (!upload.isWritten) await step({ write: false })
      break
    case 'write':
      // A form sent twice writes once; the page still shows what the first one wrote.
      if (upload.isWritten && upload.report?.isStopped !== true) break
      if (!upload.isWritten && !isSame(sureOf(visit, upload), form.sure)) {
        await step({ write: false })
        return operatorFilePage(
          { ...visit, notice: <Box kind="warn">{words.say('look.changed')}</Box> },
          ports,
        )
      }
      await step({ write: true })
      break
  }
  return { to: visit.path }
}

export async function operatorFileRejects(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const upload = uploadIn(visit, ports)
  const rejects = upload && ports.paymentDesk?.rejects(upload.account, upload.id)
  if (!rejects) return noSuchFile(visit)
  return { file: rejects, name: 'left.csv', type: 'text/csv' }
}
