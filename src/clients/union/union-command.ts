import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { isReceiverAddress, plainFingerprint } from '../../appliance/feeds/post.ts'
import { tokenIn } from '../../appliance/feeds/token.ts'
import { given } from '../../base/typed.ts'
import type { Command } from '../../cli/command.ts'
import { commandWords } from '../../cli/language.ts'
import { note, show, showSurely, tableOf } from '../../cli/print.ts'
import { family } from '../../cli/task-command.ts'
import { NoteFault, parseVkey } from '../../domain/note.ts'
import { formatInstant } from '../../domain/time.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import type { Value } from './engine.ts'
import { exportCommand } from './export/export-command.ts'
import { FETCH_FAULTS } from './fetch.ts'
import { onStore, type StoreOptions } from './on-store.ts'
import { reportCommand } from './report/report-command.ts'
import { type Round, serveOnce } from './serve.ts'
import { isSourceName, tokenDigest, tokenFor } from './source.ts'
import { STATEMENTS } from './statements.ts'
import { type SourceStatus, statusOf } from './status.ts'
import { makeStore, withStore } from './store.ts'

/** `granary union`: one store of what one reader may read at many appliances (contract §28). */

/** The exit code if the command finished, but something needs attention. */
const NEEDS_CARE = 3
const USAGE = 2

export const unionCommand = (): Command =>
  family('union', 'help.union', [
    initCommand(),
    addCommand(),
    serveCommand(),
    statusCommand(),
    exportCommand(),
    reportCommand(),
  ])

const initCommand = (): Command =>
  onStore('init', 'help.union.init').does(async (options: StoreOptions) => {
    const kind = await makeStore(options.store)
    const { say } = commandWords(options)
    show(options.json, { store: kind }, () => say('union.made'))
  })

interface AddOptions extends StoreOptions {
  readonly name: string
  readonly url?: string
  readonly tokenFile?: string
  readonly purpose?: string
  readonly fingerprint?: string
  readonly sent?: boolean
  readonly key?: string
}

const addCommand = (): Command =>
  onStore('add', 'help.union.add')
    .requiredOption('--name <name>', 'help.union.add.name')
    .option('--url <url>', 'help.union.add.url')
    .option('--token-file <file>', 'help.union.add.tokenFile')
    .option('--purpose <purpose>', 'help.union.add.purpose')
    .option('--fingerprint <sha256>', 'help.union.add.fingerprint')
    .option('--sent', 'help.union.add.sent')
    .option('--key <vkey>', 'help.union.add.key')
    .does(async (options: AddOptions) => {
      const { name, json } = options
      const { say } = commandWords(options)
      const token = options.sent === true ? tokenFor(name, randomBytes(32)) : null
      const row = sourceRow(options, token)
      await withStore(options.store, async (engine) => {
        if ((await engine.run(STATEMENTS['source.add'], row)) === 0)
          throw new OperatorFault(...withRemedy('union.sameName', { name }))
      })
      if (token === null) return show(json, { name }, () => say('union.added', { name }))
      await showSurely(
        json,
        { name, token },
        () => say('union.addedSent', { token }),
        say('union.tokenLost', { name }),
      )
    })

/** @throws {OperatorFault} for what cannot be a source */
function sourceRow(options: AddOptions, token: string | null): Value[] {
  const { name, url, tokenFile, purpose, key, fingerprint } = options
  if (!isSourceName(name)) throw new OperatorFault(...withRemedy('union.badName'), USAGE)
  if (key !== undefined) checkKey(key)
  const now = formatInstant(Date.now())
  const end = [key ?? null, now]
  if (token !== null) {
    if (url !== undefined || tokenFile !== undefined)
      throw new OperatorFault(...withRemedy('union.oneWay'), USAGE)
    return [name, 'sent', null, null, tokenDigest(token), purpose ?? null, null, ...end]
  }
  if (url === undefined || tokenFile === undefined || purpose === undefined)
    throw new OperatorFault(...withRemedy('union.oneWay'), USAGE)
  if (!isReceiverAddress(url) || new URL(url).search !== '')
    throw new OperatorFault(...withRemedy('union.badUrl'), USAGE)
  const print = fingerprint === undefined ? null : plainFingerprint(fingerprint)
  if (fingerprint !== undefined && (print === null || !url.startsWith('https:')))
    throw new OperatorFault(...withRemedy('feed.badFingerprint'), USAGE)
  const file = resolve(tokenFile)
  checkTokenFile(file)
  return [name, 'fetched', url, file, null, purpose, print, ...end]
}

function checkKey(key: string): void {
  try {
    parseVkey(key)
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error
    throw new OperatorFault(...withRemedy('proof.notAKey', { why: error.what }), USAGE)
  }
}

function checkTokenFile(file: string): void {
  try {
    tokenIn(file)
  } catch (error) {
    if (error instanceof OperatorFault) throw new OperatorFault(...withRemedy('union.badToken', { file }))
    throw error
  }
}

interface ServeOptions extends StoreOptions {
  readonly once?: boolean
}

const serveCommand = (): Command =>
  onStore('serve', 'help.union.serve')
    .option('--once', 'help.union.serve.once')
    .does((options: ServeOptions) =>
      withStore(options.store, async (engine) => {
        const stopping = new AbortController()
        const words = commandWords(options)
        const rounds = await serveOnce(engine, () => ({ nowMs: Date.now() }), stopping.signal)
        show(
          options.json,
          { sources: rounds.map(({ name, fault }) => ({ name, ...given({ fault: fault ?? undefined }) })) },
          () => onceText(words, rounds),
        )
        if (rounds.some(({ fault }) => fault !== null)) process.exitCode = NEEDS_CARE
      }),
    )

const onceText = (words: Words, rounds: readonly Round[]): string =>
  tableOf(words, rounds, [
    ['union.line.source', ({ name }) => name],
    [
      'union.line.read',
      ({ fault }) => (fault === null ? words.say('union.allRead') : faultText(words, fault)),
    ],
  ])

/** A fault as it is stored: a word, and a code. */
function faultText({ say }: Words, stored: string): string {
  const [word = '', ...detail] = stored.split(' ')
  const fault = FETCH_FAULTS.find((one) => one === word) ?? 'store'
  return say(`union.fault.${fault}`, { detail: detail.join(' ') })
}

const statusCommand = (): Command =>
  onStore('status', 'help.union.status').does(async (options: StoreOptions) => {
    const sources = await withStore(options.store, (engine) => statusOf(engine, Date.now()))
    const words = commandWords(options)
    show(options.json, { sources }, () => tableOf(words, sources, columnsIn(words)))
    if (!options.json) for (const source of sources) for (const line of cares(words, source)) note(line)
  })

const columnsIn = ({ say, calendar }: Words) => {
  const stamp = (at: string | null) => (at === null ? null : calendar.stamp(at))
  return [
    ['union.line.source', ({ name }: SourceStatus) => name],
    ['union.line.state', ({ state }: SourceStatus) => say(`union.state.${state}`)],
    ['union.line.records', ({ records }: SourceStatus) => records],
    ['union.line.kept', ({ kept }: SourceStatus) => kept],
    ['union.line.newest', (one: SourceStatus) => stamp(one.newest_received_at)],
    ['union.line.confirmed', (one: SourceStatus) => stamp(one.acknowledged_at)],
  ] as const
}

/** What needs the operator's attention. */
function cares(
  words: Words,
  { name, state, key, fault, checkpoints, acknowledged_at }: SourceStatus,
): string[] {
  const { say } = words
  if (state === 'ended') return []
  if (state === 'frozen')
    return [
      say('union.frozen', { name }),
      ...(checkpoints ?? []).map(({ follows, size, hash }) =>
        say(follows ? 'union.frozen.kept' : 'union.frozen.other', { size, hash }),
      ),
    ]
  return [
    ...(fault === null ? [] : [say('union.failing', { name, why: faultText(words, fault) })]),
    ...(key === null && acknowledged_at !== null ? [say('union.unchecked', { name })] : []),
  ]
}
