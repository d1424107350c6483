import { CHORE_NAMES, type Chore, type ChoreLine } from '../../appliance/chores/chores.ts'
import { type CheckStatus, STANDINGS, toldCheck } from '../../appliance/doctor/check.ts'
import { must } from '../../base/typed.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'

import { faultWords } from '../frame/fault-words.ts'
import { Form } from '../frame/form.tsx'
import { Action, Actions, Badge, Box, Card, Facts, Figure, Grid, type Standing } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { DaysLeft } from '../frame/states.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** The machine: its state, the doctor's findings, backups, the certificate, and the file for support. */

/** A waiting page reloads after this many seconds, even without scripts. */
const LOOKS_AGAIN_S = 3

export async function machinePage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { amount, calendar, say, tell } = visit.words
  const { run } = visit

  const status = await run('status', {})
  const { can_run, chores } = await run('chore.list', {})
  const isBusy = chores.some(({ ended_at }) => ended_at === null)
  const chore = (name: Chore) => (
    <ChoreOf visit={visit} chore={name} line={chores.find((one) => one.chore === name)} mayStart={can_run} />
  )
  const { backups } = status
  const until = status.certificate?.until ?? null
  return {
    status: fault === undefined ? 200 : 422,
    ...(isBusy ? { againInS: LOOKS_AGAIN_S } : {}),
    html: pageText(
      visit,
      {
        title: say('machine.title'),
        line: [
          say('machine.program', { version: status.version }),
          ...(status.service === null
            ? []
            : [`${say('machine.since')} ${calendar.stamp(status.service.since)}`]),
        ].join(' · '),
        actions: (
          <>
            <Action href="/machine/messages" icon="phone">
              {say('messages.title')}
            </Action>
            <Action href="/machine/backups" icon="machine" isMain>
              {say('machine.setBackups')}
            </Action>
          </>
        ),
      },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {!can_run && <Box kind="warn">{say('machine.cannot')}</Box>}
        {status.warnings
          .map((check) => toldCheck(visit.words, check))
          .map(({ finding, remedy, standing }) => (
            <Box kind={standing === 'bad' ? 'bad' : 'warn'}>
              <p>
                <strong>{finding}</strong>
              </p>
              {remedy !== null && <p>{remedy}</p>}
            </Box>
          ))}
        {backups.last_failure !== null && (
          <Box kind="bad">{say('today.backupFailed', { reason: tell(backups.last_failure.reason) })}</Box>
        )}
        <Grid>
          <Figure
            span={3}
            label={say('machine.freeDisk')}
            value={amount(Math.round(status.free_bytes / 1e8) / 10)}
            unit={say('machine.gigabyte')}
            note={`${say('machine.database')}: ${say('machine.megabytes', { size: amount(Math.ceil(status.database_bytes / 1e6)) })}`}
          />
          <Figure
            span={3}
            label={say('machine.newestBackup')}
            value={
              backups.newest === null ? say('machine.never') : calendar.dayAndMonth(backups.newest.made_at)
            }
            note={
              backups.newest === null ? (
                say('machine.noBackup')
              ) : backups.late ? (
                <Badge kind="warn">{say('machine.late')}</Badge>
              ) : (
                calendar.stamp(backups.newest.made_at)
              )
            }
          />
          <Figure
            span={3}
            label={say('machine.certificateUntil')}
            value={until === null ? '–' : calendar.dayAndMonth(until)}
            note={
              until === null ? (
                say('machine.noCertificate')
              ) : (
                <span class="marks">
                  {calendar.day(until)} <DaysLeft until={until} />
                </span>
              )
            }
          />
          <Figure
            span={3}
            label={say('machine.records')}
            value={status.records === null ? '…' : amount(status.records)}
            note={status.records === null ? say('machine.counting') : undefined}
          />
          <Card title={say('machine.doctor')}>
            {chore('doctor')}
            {await checks(visit)}
          </Card>
          <Card title={say('machine.backups')} span={6}>
            <Facts
              rows={[
                [say('machine.place'), backups.place ?? say('machine.noPlace')],
                [say('machine.every'), everyWords(visit.words, backups.every)],
                [
                  say('machine.newest'),
                  backups.newest === null ? say('machine.never') : calendar.stamp(backups.newest.made_at),
                ],
                [say('machine.checked'), checkMark(visit.words, backups.last_checked)],
                [say('machine.drill'), checkMark(visit.words, backups.last_restored_as_trial)],
              ]}
            />
            {backups.has_key && backups.place !== null && chore('backup')}
            {backups.newest !== null && chore('backup_check')}
            <p class="help">{say('machine.drillHow')}</p>
          </Card>
          <Card title={say('machine.log')} span={6}>
            <Facts
              rows={[
                [say('machine.publisher'), tell(status.roots.publisher ?? message('machine.noPublisher'))],
                [
                  say('machine.fixed'),
                  status.roots.fixed_at === null
                    ? say('machine.never')
                    : calendar.stamp(status.roots.fixed_at),
                ],
                [
                  say('machine.published'),
                  status.roots.published_at === null
                    ? say('machine.never')
                    : calendar.stamp(status.roots.published_at),
                ],
              ]}
            />
            {chore('verify')}
          </Card>
          <Card title={say('machine.reached')} span={6}>
            <Facts
              rows={[
                [say('machine.address'), status.address.url],
                [say('machine.clock'), `${calendar.stamp(status.clock)} (${calendar.timeZone})`],
                [
                  say('machine.certificateTitle'),
                  until === null
                    ? say('machine.noCertificate')
                    : say('machine.certificate', { at: calendar.day(until) }),
                ],
                ['SHA-256', status.address.fingerprint_sha256],
              ]}
            />
          </Card>
          <Card title={say('machine.support')} span={6}>
            <p>{say('machine.supportWhat')}</p>
            {chore('support')}
            {chores.some((one) => one.chore === 'support' && one.exit_status === 0) && (
              <Actions>
                <Action href="/machine/support" icon="download">
                  {say('machine.supportFile')}
                </Action>
              </Actions>
            )}
          </Card>
          <Card title={say('machine.atServer')}>
            <p>{say('machine.atServerWhy')}</p>
            <Table
              columns={['record.member', 'machine.command']}
              rows={COMMANDS.map(([what, command]) => [
                say(`machine.do.${what}`),
                <Typed command={command} />,
              ])}
            />
          </Card>
        </Grid>
      </>,
    ),
  }
}

/** How the standings of checks look. */
const BADGES: Readonly<Record<CheckStatus, Standing>> = {
  bad: 'bad',
  unknown: 'warn',
  caution: 'warn',
  missing: 'info',
  good: 'good',
}

/**
 * Commands that the page does not run, because they could lose data or leave backups that an older key opens.
 */
const COMMANDS = [
  ['setup', 'granary setup'],
  ['key', 'granary backup key --replace'],
  ['drill', 'granary backup verify --identity FILE'],
  ['restore', 'granary backup restore --data NEW-FOLDER'],
  ['prune', 'granary backup prune'],
  ['rebuild', 'granary rebuild'],
  ['certificate', 'granary tls init'],
  ['clock', 'granary clock confirm'],
] as const

interface ChoreProps {
  readonly visit: StaffVisit
  readonly chore: Chore
  /** Null before it was started. */
  readonly line: ChoreLine | undefined
  readonly mayStart: boolean
}

/** A chore: its button, its progress, and how it ended. */
export function ChoreOf({ visit, chore, line, mayStart }: ChoreProps) {
  const { calendar, say, tell } = visit.words
  const isRunning = line !== undefined && line.ended_at === null
  return (
    <>
      {isRunning && (
        <Box kind="info">
          <p>
            {say('machine.running', { at: calendar.stamp(line.begun_at) })}{' '}
            {line.progress !== null && tell(line.progress)}
          </p>
          <progress aria-label={say(`chore.${chore}`)} />
        </Box>
      )}
      {line !== undefined && line.ended_at !== null && (
        <Box kind={line.exit_status === 0 ? 'good' : 'warn'}>
          {endWords(visit.words, line)}
          <LastWords words={visit.words} line={line} />
        </Box>
      )}
      {mayStart && (
        <Form action="/machine" session={visit.session}>
          <input type="hidden" name="chore" value={chore} />
          <div class="buttons">
            {isRunning ? (
              <button type="submit" class="quiet" name="act" value="stop">
                {say('machine.stop')}
              </button>
            ) : (
              <button type="submit" class="quiet" name="act" value="start">
                {say(`chore.${chore}`)}
              </button>
            )}
          </div>
        </Form>
      )}
    </>
  )
}

/** Why a chore failed, or else what it wrote at its end. */
function LastWords({ words: { tell }, line }: { words: Words; line: ChoreLine }) {
  const { exit_status, fault, last_words } = line
  if (exit_status === 0) return null
  if (fault !== null)
    return (
      <>
        <p>{tell(fault.what)}</p>
        <p>{tell(fault.cure)}</p>
      </>
    )
  return last_words === '' ? null : <pre class="letter">{last_words}</pre>
}

/** A command, whose lines break between words and not at hyphens. */
const Typed = ({ command }: { command: string }) => (
  <code>
    {command.split(' ').flatMap((word, i) => [i === 0 ? '' : ' ', <span class="word">{word}</span>])}
  </code>
)

/**
 * How a chore ended. Exit code 3 means done, but something needs attention (contract §17); the doctor and
 * checks of the log report faults by exit code 1.
 */
function endWords({ say, calendar }: Words, { chore, exit_status, ended_at }: ChoreLine): string {
  const at = calendar.stamp(must(ended_at))
  if (exit_status === 0) return say('machine.ended', { at })
  if (exit_status === null) return say('machine.stopped', { at })
  if (exit_status === 3 || chore === 'doctor' || chore === 'verify') return say('machine.look', { at })
  return say('machine.failed', { at })
}

function checkMark({ say, calendar }: Words, check: { readonly at: string; readonly whole: boolean } | null) {
  if (check === null) return say('machine.never')
  const at = calendar.stamp(check.at)
  if (check.whole) return <Badge kind="good">{say('machine.whole', { at })}</Badge>
  return <Box kind="bad">{say('machine.notWhole', { at })}</Box>
}

/** What the doctor found when it last ran, the worst first. */
async function checks({ run, words }: StaffVisit) {
  const { checks: found } = await run('chore.checks', {})
  if (found === null) return null
  return (
    <Table
      columns={['', 'machine.check', 'machine.finding']}
      rows={found
        .map((check) => toldCheck(words, check))
        .sort((a, b) => STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) || a.number - b.number)
        .map(({ number, name, standing, finding, remedy }) => [
          <Badge kind={BADGES[standing]}>{words.worded(standing)}</Badge>,
          `${number}. ${name}`,
          <>
            {finding}
            {remedy !== null && <p>{remedy}</p>}
          </>,
        ])}
    />
  )
}

export async function changeMachine(visit: StaffVisit): Promise<Answer> {
  const { form, run } = visit
  const chore = CHORE_NAMES.find((name) => name === form.chore)
  if (chore === undefined) return machinePage(visit)
  try {
    if (form.act === 'stop') await run('chore.stop', { chore })
    else await run('chore.start', { chore, language: visit.words.language.code })
    return { to: '/machine' }
  } catch (error) {
    return machinePage(visit, faultWords(visit.words, error))
  }
}

export async function supportFile(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { output } = await visit.run('chore.output', { chore: 'support' })
  if (output === null) return machinePage(visit, say('notFound.text'))
  return { file: output, name: 'granary-support.txt', type: 'text/plain' }
}

export const HOW_OFTEN = ['6h', '12h', '24h', '7d', 'off'] as const

/** How often backups are made. */
export function everyWords(words: Words, word: string): string {
  const { say } = words
  const known = HOW_OFTEN.find((one) => one === word)
  return known === undefined ? word : say(`backups.every.${known}`)
}
