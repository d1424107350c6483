import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { isReceiverAddress, plainFingerprint } from '../../appliance/feeds/post.ts'
import { tokenIn } from '../../appliance/feeds/token.ts'
import { orNull } from '../../base/or-null.ts'
import type { Command } from '../../cli/command.ts'
import { commandWords } from '../../cli/language.ts'
import { note, show, showSurely, tableOf } from '../../cli/print.ts'
import { family } from '../../cli/task-command.ts'
import { formatInstant } from '../../domain/time.ts'
import { parsedKeys } from '../../proofs/verify-proof-command.ts'
import { typed } from '../../text/shell.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { dropAll } from './apply.ts'
import { withoutPassword } from './engine.ts'
import { exportCommand } from './export/export-command.ts'
import { NEEDS_CARE, onStore, type StoreOptions, USAGE } from './on-store.ts'
import { endSource } from './own-clock.ts'
import { purge, toBePurged } from './purge.ts'
import { reportCommand } from './report/report-command.ts'
import { addSource, isSourceName, type Source, sourceNamed, tokenDigest, tokenFor } from './source.ts'
import { STATEMENTS } from './statements.ts'
import { faultText, type SourceStatus, statusOf } from './status.ts'
import { makeStore, withStore } from './store.ts'
import { unionServeCommand } from './union-serve-command.ts'

/** `granary union`: one store of what one reader may read at many appliances (contract §28). */

export const unionCommand = (): Command =>
  family('union', 'help.union', [
    initCommand(),
    addCommand(),
    unionServeCommand(),
    statusCommand(),
    thawCommand(),
    endCommand(),
    purgeCommand(),
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
        if (!(await addSource(engine, name, row)))
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
function sourceRow(options: AddOptions, token: string | null): Partial<Source> {
  const { name, url, tokenFile, purpose, key, fingerprint } = options
  if (!isSourceName(name)) throw new OperatorFault(...withRemedy('union.badName'), USAGE)
  if (key !== undefined) parsedKeys([key])
  const both = { purpose: purpose ?? null, vkey: key ?? null, added_at: formatInstant(Date.now()) }
  if (token !== null) {
    if (url !== undefined || tokenFile !== undefined)
      throw new OperatorFault(...withRemedy('union.oneWay'), USAGE)
    return { way: 'sent', token_sha256: tokenDigest(token), ...both }
  }
  if (url === undefined || tokenFile === undefined || purpose === undefined)
    throw new OperatorFault(...withRemedy('union.oneWay'), USAGE)
  if (!isReceiverAddress(url) || new URL(url).search !== '')
    throw new OperatorFault(...withRemedy('union.badUrl'), USAGE)
  const print = fingerprint === undefined ? null : plainFingerprint(fingerprint)
  if (fingerprint !== undefined && (print === null || !url.startsWith('https:')))
    throw new OperatorFault(...withRemedy('feed.badFingerprint'), USAGE)
  const file = resolve(tokenFile)
  if (orNull(() => tokenIn(file)) === null) throw new OperatorFault(...withRemedy('union.badToken', { file }))
  return { way: 'fetched', url, token_file: file, fingerprint: print, ...both }
}

const statusCommand = (): Command =>
  onStore('status', 'help.union.status').does(async (options: StoreOptions) => {
    const sources = await withStore(options.store, (engine) => statusOf(engine, Date.now()))
    const words = commandWords(options)
    show(options.json, { sources }, () => tableOf(words, sources, columnsIn(words)))
    if (!options.json)
      for (const source of sources)
        for (const line of cares(words, source, typed(withoutPassword(options.store)))) note(line)
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
  { name, state, key, fault, began_again, checkpoints, acknowledged_at }: SourceStatus,
  store: string,
): string[] {
  const { say } = words
  if (state === 'ended') return []
  const [, other] = fault?.split(' ') ?? []
  if (state === 'frozen')
    return [
      other === undefined
        ? say('union.frozen', { name, store })
        : say('union.frozen.split', { name, other, store }),
      ...(checkpoints ?? []).map(
        ({ follows, size, hash }) =>
          `  ${say(follows ? 'union.frozen.kept' : 'union.frozen.other', { size, hash })}`,
      ),
    ]
  return [
    ...(fault === null ? [] : [say('union.failing', { name, why: faultText(words, fault) })]),
    ...(began_again === undefined
      ? []
      : [say('union.beganAgain', { name, ...began_again, since: words.calendar.stamp(began_again.since) })]),
    ...(key === null && acknowledged_at !== null ? [say('union.unchecked', { name })] : []),
  ]
}

interface ThawOptions extends StoreOptions {
  readonly checkpoint: string
}

const thawCommand = (): Command =>
  onStore('thaw', 'help.union.thaw')
    .argument('<name>', 'help.union.add.name')
    .requiredOption('--checkpoint <hash>', 'help.union.thaw.checkpoint')
    .does(async (options: ThawOptions, name: string) => {
      const { say } = commandWords(options)
      await withStore(options.store, (engine) =>
        engine.atOnce(name, async (within) => {
          const source = await sourceNamed(within, name)
          if (source?.state !== 'frozen') throw new OperatorFault(...withRemedy('union.notFrozen', { name }))
          const both = await within.all(STATEMENTS['checkpoint.both'], [name, source.held])
          const { checkpoint } = options
          if (!both.some(({ hash }) => hash === checkpoint))
            throw new OperatorFault(...withRemedy('union.noCheckpoint', { name }), USAGE)
          // Nothing leads from the checkpoint that was kept to the other, and what is held is of the former: all comes again.
          if (checkpoint !== source.held) {
            await dropAll(within, name, formatInstant(Date.now()))
            await within.run(STATEMENTS['checkpoint.follow'], [name, checkpoint])
          }
          await within.run(STATEMENTS['source.thaw'], [name, checkpoint])
        }),
      )
      show(options.json, { name, checkpoint: options.checkpoint }, () => say('union.thawed', { name }))
    })

const endCommand = (): Command =>
  onStore('end', 'help.union.end')
    .argument('<name>', 'help.union.add.name')
    .does(async (options: StoreOptions, name: string) => {
      const { say } = commandWords(options)
      await withStore(options.store, async (engine) => {
        if (!(await endSource(engine, name, Date.now())))
          throw new OperatorFault(...withRemedy('union.noSource', { name }))
        if (engine.kind === 'sqlite') await purge(engine, formatInstant(Date.now()))
      })
      show(options.json, { name }, () => say('union.over', { name }))
    })

const purgeCommand = (): Command =>
  onStore('purge', 'help.union.purge').does(async (options: StoreOptions) => {
    const { say } = commandWords(options)
    const [purged, left] = await withStore(options.store, async (engine) => {
      const now = formatInstant(Date.now())
      return [await purge(engine, now), await toBePurged(engine, now)] as const
    })
    show(options.json, { purged, left: left.map(({ source }) => source) }, () =>
      left.length === 0 ? say('union.purged', { count: purged.length }) : say('union.notPurged'),
    )
    if (left.length > 0) process.exitCode = NEEDS_CARE
  })
