import { NOTHING } from '../../cli/ask.ts'
import { withTasks } from '../../cli/context.ts'
import { note } from '../../cli/print.ts'
import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { correctStatement } from '../../records/entry/correct-statement.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { DEFAULT_NAME } from '../found.ts'
import { foundedWords, foundFolder, hasCooperative } from '../init-command.ts'
import { thisMachine } from '../tls/machine.ts'
import { refuseNames } from '../tls/made.ts'
import { namesFor } from '../tls/names.ts'
import { cautionText } from '../tls/plan.ts'
import { refuseOpenNetwork, sourceOf } from '../tls/source.ts'
import type { Ground } from './ground.ts'
import { checkName } from './name.ts'

/** The first steps of the setup: the name of the cooperative, the certificate, and the listening address. */

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
  const found = await withTasks(options, (run) => run('party.resolve', { text: 'cooperative' }))
  if (found.name !== DEFAULT_NAME) {
    note(say('setup.isCalled', { name: String(found.name) }))
    return
  }
  note(say('setup.called', { name: DEFAULT_NAME }))
  const name = await asker.value(say('setup.realName'), checkName, { text: DEFAULT_NAME })
  if (name === DEFAULT_NAME) return
  await withTasks(options, (run) => correctStatement(run, 'cooperative', { display_name: name }))
  note(say('setup.renamed', { name }))
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
