import { existsSync } from 'node:fs'
import { Command } from '../../cli/command.ts'
import { type Run, withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { note, safe, show } from '../../cli/print.ts'
import type { TaskRunner } from '../../cli/tasks.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { isId } from '../../domain/id.ts'
import { distinctName, partiesFor } from '../../identity/party-search.ts'
import { recordTable } from '../../records/record-command.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { livesOf } from '../../store/file/snapshot.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { shortName } from '../../words/party-name.ts'
import { FROM, type FromOptions, identitiesFrom, inTemporaryFolder, withBackups } from './backup-common.ts'
import { chooseBackup } from './choosing.ts'
import { identityFor, type OpenedBackup, openContents, rebuildDatabase } from './rebuild.ts'
import { checkVersion } from './restore.ts'
import { checkRoom } from './scratch.ts'

interface ReadOptions extends FromOptions {
  readonly identity: string
  readonly member: string
}

export function readBackupCommand(): Command {
  return new Command('read')
    .description('help.backup.read')
    .argument('[id]', 'help.backup.read.id')
    .requiredOption('--member <party>', 'help.backup.read.member')
    .option('--from <place>', FROM)
    .requiredOption('--identity <file>', 'help.backup.identity')
    .does(async (options: ReadOptions, id: string | undefined) => {
      const words = commandWords(options)
      const { text, ...found } = await read(options, id)
      show(options.json, found, () => {
        const of = { id: found.backup, name: safe(shortName(found.name, words) ?? found.party) }
        return `${words.say('backup.read.of', { ...of, at: words.calendar.stamp(found.made_at) })}\n\n${text}`
      })
      if (!found.audited) note(words.say('backup.read.noLog'))
    })
}

/** Rebuilds the database aside, reads it there, and deletes it. The pictures stay in the backup. */
const read = (options: ReadOptions, wanted: string | undefined) =>
  withBackups(options, async ({ config, place, progress }) => {
    const keys = await identitiesFrom(options.identity, options)
    const { database } = dataFiles(config.data)
    const lives = existsSync(database) ? livesOf(database) : null
    const { id, manifest } = await chooseBackup(place, wanted, lives)
    checkVersion(manifest)
    const opening: OpenedBackup = { place, manifest, progress, identity: identityFor(manifest, keys) }
    return inTemporaryFolder(config, async (folder) => {
      checkRoom(folder, 'backup.room.trial', manifest.pages * manifest.page_bytes, config.minFreeBytes)
      await rebuildDatabase(opening, await openContents(opening), dataFiles(folder).database)
      return { backup: id, made_at: manifest.made_at, ...(await readCopy(options, config, folder, id)) }
    })
  })

async function readCopy(options: ReadOptions, config: Config, folder: string, backup: string) {
  const copy = { ...config, data: folder, objectStore: '' }
  const { tasks, close } = options.open(copy, { isRestored: true })
  try {
    const operator = operatorName()
    const run: Run = (task, args) => tasks.run(task, operator, args)
    const { party, called: name } = await memberIn(run, options.member)
    // The look is noted first: what cannot be noted in a store that is there is not shown.
    const audited = existsSync(dataFiles(config.data).database)
    if (audited) await withTasks(options, (live) => live('backup.read', { backup, party }))
    const records = await recordsAbout(tasks, operator, party)
    const text = options.json ? '' : await recordTable(commandWords(options), run, records, true)
    return { party, name, audited, records, text }
  } finally {
    close()
  }
}

async function recordsAbout(tasks: TaskRunner, operator: string, party: string): Promise<CounterRecord[]> {
  const records: CounterRecord[] = []
  for await (const record of tasks.stream('record.about', operator, { party })) records.push(record)
  return records
}

/**
 * Finds a member by the number, the party's id or a name, as it was when the backup was made.
 * @throws {OperatorFault} when there is none, or a name is that of several
 */
async function memberIn(run: Run, text: string) {
  const { party } = await run('party.member', { memberNo: text })
  if (party !== null || isId(text)) return run('party.resolve', { text: party ?? text })
  const [one, ...others] = await partiesFor(run, { called: text })
  if (one === undefined) throw new OperatorFault(...withRemedy('backup.read.noneFound', { text }))
  if (others.length === 0) return run('party.resolve', { text: one.party })
  const names = { examples: [one, ...others].slice(0, SHOWN).map(distinctName) }
  throw new OperatorFault(...withRemedy('backup.read.several', { text, names }))
}

/** Namesakes that are named. */
const SHOWN = 5
