import { uuidv7 } from 'uuidv7'
import { makeKeyPair } from '../../appliance/backup/age.ts'
import type { Mounted } from '../../appliance/setup/mounted.ts'
import { afterFire } from '../../appliance/setup/sheet.ts'
import { isInstalled } from '../../config/installed.ts'
import type { Words } from '../../words/words.ts'
import { faultWords, formStatus } from '../frame/fault-words.ts'
import { EMPTY, Field, type Filled, Form, Secret, Select, Submit } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { Action, Box, Card, Grid, Steps } from '../frame/parts.tsx'
import { refusedFully } from '../frame/proof.ts'
import { QrCode } from '../frame/qr-code.tsx'
import { isFirst } from '../frame/sessions.ts'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import type { AnswerPorts } from '../ports.ts'
import { ChoreOf, everyWords, HOW_OFTEN } from './machine.tsx'

/** Backups: their folder and schedule, the key that opens them, and the first backup. */

interface BackupsSaid {
  readonly filled?: Filled
  readonly fault?: string | undefined
  readonly status?: number
}

export async function backupsPage(
  visit: StaffVisit,
  ports: AnswerPorts,
  { filled = EMPTY, fault, status }: BackupsSaid = {},
): Promise<Answer> {
  const { calendar, say, tell } = visit.words
  const { run, session, query } = visit
  const { backups } = await run('status', {})
  const { backup_every: every } = await run('settings.chosen', {})
  const { can_run, chores } = await run('chore.list', {})
  const { place, has_key, newest } = backups
  return {
    status: status ?? formStatus(filled.faults, fault),
    html: pageText(
      visit,
      {
        title: say('backups.title'),
        line:
          newest === null
            ? say('machine.noBackup')
            : say('machine.backup', { at: calendar.stamp(newest.made_at) }),
        actions: (
          <Action href="/machine" icon="machine">
            {say('machine.title')}
          </Action>
        ),
      },
      <>
        {query.done !== undefined && <Box kind="good">{say('backups.done')}</Box>}
        {query.key !== undefined && has_key && <Box kind="good">{say('backups.keyUsed')}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {newest === null && <Box kind="warn">{say('backups.none')}</Box>}
        {backups.caution !== null && <Box kind="warn">{tell(backups.caution)}</Box>}
        {!(place !== null && has_key && newest !== null) && (
          <Steps
            steps={[
              { name: say('backups.where'), isDone: place !== null, isNow: place === null },
              { name: say('backups.key'), isDone: has_key, isNow: place !== null && !has_key },
              { name: say('backups.make'), isDone: newest !== null, isNow: place !== null && has_key },
            ]}
          />
        )}
        <Grid>
          <Card title={say('backups.where')} span={7}>
            <p>{place === null ? say('backups.noPlace') : say('backups.goTo', { place })}</p>
            {place === null ? (
              <PlaceForm visit={visit} filled={filled} {...(await run('backup.disks', {}))} />
            ) : (
              <details open={filled.faults.place !== undefined}>
                <summary>{say('backups.another')}</summary>
                <PlaceForm visit={visit} filled={filled} {...(await run('backup.disks', {}))} />
              </details>
            )}
          </Card>
          <Card title={say('backups.key')} span={5}>
            {has_key ? (
              <p>{say('backups.hasKey')}</p>
            ) : place === null ? (
              <p>{say('backups.placeFirst')}</p>
            ) : (
              <KeyForm visit={visit} filled={filled} hasFactor={ports.staff.hasFactor(session.person)} />
            )}
          </Card>
          <Card title={say('backups.often')} span={6}>
            <Form action="/machine/backups" session={session}>
              <Select
                name="every"
                label={say('machine.every')}
                words={[...new Set([...HOW_OFTEN, every])]}
                chosen={every}
                called={(word) => everyWords(visit.words, word)}
                fault={filled.faults.every}
              />
              <Submit class="quiet" name="act" value="every">
                {say('backups.setEvery')}
              </Submit>
            </Form>
          </Card>
          <Card title={say('backups.make')} span={6}>
            {place === null || !has_key ? (
              <p>{say('backups.makeFirst')}</p>
            ) : can_run ? (
              <ChoreOf
                visit={visit}
                chore="backup"
                line={chores.find(({ chore }) => chore === 'backup')}
                mayStart={can_run}
              />
            ) : (
              <p>{say('backups.makeThere', { command: `${command()} backup create` })}</p>
            )}
          </Card>
        </Grid>
      </>,
    ),
  }
}

const command = (): string => (isInstalled() ? 'sudo granary' : 'granary')

interface PlaceProps {
  readonly visit: StaffVisit
  readonly filled: Filled
  readonly disks: readonly Mounted[]
  readonly unmounted: readonly string[]
}

/** Offers the mounted disks, the one with the most free space first, or another folder. */
function PlaceForm({ visit, filled, disks, unmounted }: PlaceProps) {
  const { say } = visit.words
  const good = disks.filter(({ can_be_used }) => can_be_used)
  const chosen = filled.values.disk ?? good[0]?.path ?? ''
  return (
    <Form action="/machine/backups" session={visit.session}>
      {disks.length > 0 && (
        <Table
          columns={['backups.disk', { right: 'backups.size' }, { right: 'backups.free' }, '']}
          rows={disks.map(({ path, source, bytes, free_bytes, can_be_used }) => [
            can_be_used ? (
              <label class="box-label">
                <input type="radio" name="disk" value={path} checked={path === chosen} />
                {path} ({source})
              </label>
            ) : (
              `${path} (${source})`
            ),
            gigabytes(visit.words, bytes),
            gigabytes(visit.words, free_bytes),
            can_be_used ? '' : say('backups.windows'),
          ])}
        />
      )}
      {disks.length === 0 && <p>{say('backups.noDisk')}</p>}
      {unmounted.map((source) => (
        <p>
          {say('backups.mount', { source })} <code>sudo mount {source} /mnt</code>
        </p>
      ))}
      <Field
        name="place"
        label={say(disks.length === 0 ? 'backups.folder' : 'backups.otherFolder')}
        help={say('backups.folderHelp')}
        filled={filled}
        optional={good.length > 0}
      />
      <Submit name="act" value="place">
        {say('backups.take')}
      </Submit>
    </Form>
  )
}

const gigabytes = (words: Words, bytes: number): string => {
  const { amount, say } = words
  return say('machine.gigabytes', { size: amount(Math.round(bytes / 1e8) / 10) })
}

function KeyForm({ visit, filled, hasFactor }: { visit: StaffVisit; filled: Filled; hasFactor: boolean }) {
  const { say } = visit.words
  return (
    <>
      <p>{say('backups.keyWhat')}</p>
      <Form action="/machine/backups" session={visit.session}>
        <input type="hidden" name="id" value={uuidv7()} />
        <Secret
          name="password"
          label={say('account.ownPassword')}
          filled={{ values: {}, faults: filled.faults }}
          autocomplete="current-password"
        />
        {hasFactor && (
          <Field
            name="code"
            label={say('factor.code')}
            filled={{ values: {}, faults: {} }}
            autocomplete="one-time-code"
          />
        )}
        <Submit name="act" value="key">
          {say('backups.makeKey')}
        </Submit>
      </Form>
    </>
  )
}

export async function changeBackups(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { form, run } = visit
  try {
    switch (form.act) {
      case 'place':
        return await takePlace(visit, ports)
      case 'every':
        await run('settings.choose', { backupEvery: (form.every ?? '').slice(0, 20) })
        return { to: '/machine/backups?done' }
      case 'key':
        return await showKey(visit, ports)
      case 'written':
        return await useKey(visit, ports)
      default:
        return { to: '/machine/backups' }
    }
  } catch (error) {
    const words = faultWords(visit.words, error)
    const values = { place: form.place, disk: form.disk }
    return backupsPage(
      visit,
      ports,
      form.act === 'place' ? { filled: { values, faults: { place: words } } } : { fault: words },
    )
  }
}

/** Sets the place for backups. Warnings that a person must read are shown first. */
async function takePlace(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say, tell } = visit.words
  const { form, run, session } = visit
  const text = ((form.place ?? '').trim() || (form.disk ?? '')).slice(0, 1000)
  if (text === '')
    return backupsPage(visit, ports, { filled: { values: {}, faults: { place: say('field.required') } } })
  const { place, cautions } = await run('backup.possible-place', { text })
  const write = async (): Promise<Answer> => {
    await run('backup.place', { text: place })
    return { to: '/machine/backups?done' }
  }
  if (cautions.length === 0) return write()
  return lookedAt(visit, {
    writes: { act: 'place', place },
    show: async () => cautions,
    linesOf: (lines) => lines.map(tell),
    page: (seen, lines, sure) => ({
      html: pageText(
        seen,
        say('backups.title'),
        <>
          <p>{say('backups.wouldGo', { place })}</p>
          {lines.map((line) => (
            <Box kind="warn">{tell(line)}</Box>
          ))}
          <Form action="/machine/backups" session={session}>
            <input type="hidden" name="act" value="place" />
            <input type="hidden" name="place" value={place} />
            <div class="buttons">
              <button type="submit" name="sure" value={sure}>
                {say('backups.takeAllTheSame')}
              </button>
              <Action href="/machine/backups">{say('consent.back')}</Action>
            </div>
          </Form>
        </>,
      ),
    }),
    write,
  })
}

/** Shows a new key. The private half exists only on this page: the program keeps only the public half. */
async function showKey(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { calendar, say } = visit.words
  const { form, run, session, cooperative } = visit
  const { backups } = await run('status', {})
  if (backups.place === null) return backupsPage(visit, ports, { fault: say('backups.placeFirst') })
  if (session.sent.has(form.id ?? '')) return backupsPage(visit, ports, { fault: say('backups.keyShown') })
  const refused = await refusedFully(visit, ports, { password: form.password, code: form.code })
  if (refused !== null) {
    const { words, status, isWrong } = refused
    return backupsPage(
      visit,
      ports,
      isWrong ? { filled: { values: {}, faults: { password: words } } } : { fault: words, status },
    )
  }
  if (!isFirst(session, form.id)) return backupsPage(visit, ports, { fault: say('backups.keyShown') })
  const { vkey } = await run('backup.key-allowed', { replace: false })
  const { identity, recipient } = await makeKeyPair()
  session.newRecipient = recipient
  return {
    html: pageText(
      visit,
      say('backups.sheet'),
      <>
        <div class="sheet">
          <h2 class="paper">
            {say('backups.ofCooperative', { cooperative, day: calendar.day(calendar.nowMs) })}
          </h2>
          <p>{say('backups.keep')}</p>
          <pre class="letter key">{identity}</pre>
          <QrCode text={identity} label={say('backups.qr')} />
          <p>{say('backups.vkey')}</p>
          <pre class="letter key">{vkey}</pre>
          <pre>{afterFire(visit.words, { command: command(), backup_place: backups.place })}</pre>
        </div>
        <p>{say('backups.once')}</p>
        <Form action="/machine/backups" session={session}>
          <input type="hidden" name="recipient" value={recipient} />
          <label class="box-label">
            <input type="checkbox" name="kept" value="1" required />
            {say('backups.isWritten')}
          </label>
          <div class="buttons">
            <button type="submit" name="act" value="written">
              {say('backups.useKey')}
            </button>
            <Action href="/machine/backups">{say('backups.leave')}</Action>
          </div>
        </Form>
      </>,
      {},
    ),
  }
}

/** Starts using the key, if this session was shown it last and the person confirms that they have it. */
async function useKey(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  const { form, run, session } = visit
  const { newRecipient } = session
  if (form.kept !== '1' || newRecipient === undefined || form.recipient !== newRecipient)
    return backupsPage(visit, ports, { fault: say('backups.keyNotUsed') })
  await run('backup.key', { recipient: newRecipient, replace: false })
  delete session.newRecipient
  return { to: '/machine/backups?key' }
}
