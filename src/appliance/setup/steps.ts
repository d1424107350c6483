import { NOTHING } from '../../cli/ask.ts'
import { withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { note } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { phoneNumber } from '../../identity/phone.ts'
import { correctStatement } from '../../records/entry/correct-statement.ts'
import {
  type Country,
  countries,
  countryCalled,
  countryOfZone,
  zoneCalled,
  zoneOffered,
} from '../../text/countries.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { ownName } from '../../words/party-name.ts'
import { type KeyPair, makeKeyPair } from '../backup/age.ts'
import { createBackup, madeWords } from '../backup/create-command.ts'
import { backupPlace } from '../backup/location.ts'
import { DEFAULT_NAME } from '../found.ts'
import { foundedWords, foundFolder, hasCooperative } from '../init-command.ts'
import { thisMachine } from '../tls/machine.ts'
import { refuseNames } from '../tls/made.ts'
import { namesFor } from '../tls/names.ts'
import { cautionText } from '../tls/plan.ts'
import { refuseOpenNetwork, sourceOf } from '../tls/source.ts'
import { AGAIN, type Ground } from './ground.ts'
import { checkName } from './name.ts'

/** The steps of the setup. That of the place of backups is in place-step.ts. */

export async function nameStep({ options, asker, words }: Ground): Promise<void> {
  const { say } = words
  if (!(await hasCooperative(options))) {
    const name = await asker.value(say('cooperative.name'), checkName)
    note(`\n${foundedWords(words, name, await foundFolder(options, name))}\n`)
    note(say('setup.keepsCredential'))
    return
  }
  const { backups } = await withTasks(options, (run) => run('status', {}))
  if (backups.suspended_since_restore_of !== null)
    throw new OperatorFault(...withRemedy('setup.notConfirmed'))
  const { called } = await withTasks(options, (run) => run('party.resolve', { text: 'cooperative' }))
  const found = ownName(called)
  if (found !== DEFAULT_NAME) {
    note(say('setup.isCalled', { name: String(found) }))
    return
  }
  note(say('setup.called', { name: DEFAULT_NAME }))
  const name = await asker.value(say('setup.realName'), checkName, { text: DEFAULT_NAME })
  if (name === DEFAULT_NAME) return
  await withTasks(options, (run) => correctStatement(run, 'cooperative', { display_name: name }))
  note(say('setup.renamed', { name }))
}

/** Asks for the country of the cooperative, its time zone and its telephone number. */
export async function aboutStep(ground: Ground): Promise<void> {
  const { options, asker, config, words } = ground
  const { say } = words
  if (ground.isDecided('country')) {
    note(say('setup.where', { country: config.country, timeZone: words.calendar.timeZone }))
    return
  }
  const all = await countries()
  const nameOf = ({ code }: Country) => words.language.country(code)
  const machineZone = words.calendar.timeZone
  const likely = countryOfZone(all, machineZone)
  const country = await asker.value(
    say('setup.country'),
    (text) => countryCalled(all, text),
    likely === null ? undefined : { text: likely.code, shown: nameOf(likely) },
  )
  const offered = ground.isDecided('timeZone') ? config.timeZone : zoneOffered(machineZone, country)
  const timeZone = await asker.value(
    say('cooperative.timeZone'),
    (text) => zoneCalled(text, country),
    offered === null ? undefined : { text: offered },
  )
  const { phone: before } = await withTasks(options, (run) => run('party.resolve', { text: 'cooperative' }))
  const phone = await asker.value(
    say('setup.phone'),
    async (text) => (text === NOTHING ? null : phoneNumber(text, country.code)),
    { text: before ?? NOTHING },
  )
  if (phone !== before) await withTasks(options, (run) => correctStatement(run, 'cooperative', { phone }))
  // The country is written last. If it is missing after an interruption, the next run asks for all three
  // again.
  ground.write({ timeZone, country: country.code })
  note(say('setup.whereWritten', { country: nameOf(country), timeZone, file: ground.settingsFile }))
}

export async function certificateStep(ground: Ground): Promise<void> {
  const { options, asker, config, words } = ground
  const { say, tell } = words
  const source = sourceOf(config)
  if (config.tls === 'off') note(say('setup.noTls'))
  else if (source === 'own') note(say('setup.ownTls', { file: config.tlsCert }))
  else if (source === 'made') note(say('setup.hasTls'))
  else {
    note(say('setup.needsTls', { names: words.listed(namesFor(thisMachine(), [])) }))
    const names = await asker.value(say('setup.otherNames'), (text) => {
      if (/^no?$/i.test(text)) return null
      const asked = text === NOTHING ? [] : text.split(/[\s,]+/).filter(Boolean)
      refuseNames(config, asked)
      return asked
    })
    if (names === null) {
      note(say('setup.withoutTls'))
      return
    }
    const made = await withTasks(options, (run) =>
      run('tls.init', { names, replace: false, forgetNames: false, clockIsRight: false }),
    )
    note(say('setup.madeTls'))
    if (made.caution !== null) note(tell(cautionText(made.caution)))
  }
}

const EVERYWHERE = '0.0.0.0:7373'

export async function addressStep(ground: Ground): Promise<void> {
  const { asker, config, words } = ground
  const { say } = words
  const isSecure = sourceOf(config) !== null
  // An address that only this machine can reach was right only while there was no certificate.
  const isOutgrown = isSecure && isLoopback(listenAddress(config.listen).host)
  if (ground.isDecided('listen') && !isOutgrown) {
    note(say('setup.isListening', { address: config.listen }))
    return
  }
  note(say(isSecure ? 'setup.who' : 'setup.whoWithoutTls', { everywhere: EVERYWHERE, here: config.listen }))
  const listen = await asker.value(
    say('setup.listen'),
    (text) => {
      listenAddress(text)
      refuseOpenNetwork(ground.trying({ listen: text }))
      return text
    },
    { text: isSecure ? EVERYWHERE : config.listen },
  )
  ground.write({ listen })
  note(say('setup.listens', { address: listen, file: ground.settingsFile }))
}

/** @returns the pair made now; null when there is a key already, which the setup never replaces */
export async function keyStep({ options, asker, words: { say } }: Ground): Promise<KeyPair | null> {
  const { backups } = await withTasks(options, (run) => run('status', {}))
  if (backups.has_key) {
    note(say('setup.hasKey'))
    return null
  }
  await withTasks(options, (run) => run('backup.key-allowed', { replace: false }))
  const pair = await makeKeyPair()
  note(`\n${say('setup.key')}
${say('setup.keyNotUsed')}

${pair.identity}

${qrCode(pair.identity, true)}
`)
  // The key is confirmed before it is used: nobody could open backups that are encrypted to a lost key.
  while (!(await asker.isYes(say('setup.isWritten')))) note(say('setup.writeDown'))
  await withTasks(options, (run) => run('backup.key', { recipient: pair.recipient, replace: false }))
  note(say('setup.keyMade'))
  return pair
}

/**
 * Asks no question, because Ctrl-C must reach the backup.
 * @returns whether there is a backup with all its pictures
 */
export async function backupStep(ground: Ground): Promise<boolean> {
  const { options, config, words } = ground
  const { newest, newest_place } = (await withTasks(options, (run) => run('status', {}))).backups
  if (newest !== null && newest_place === backupPlace(config)) {
    note(words.say('setup.hasBackup', { at: words.calendar.stamp(newest.made_at) }))
    return newest.evidence_missing === 0
  }
  note(words.say('setup.firstBackup'))
  const made = await createBackup(options, config, words.tell(AGAIN)).catch((error: unknown) => {
    note(words.say('setup.noFirstBackup'))
    throw error
  })
  note(madeWords(made, commandWords(options)))
  return made.manifest.evidence_missing === 0
}
