import { NOTHING } from '../../cli/ask.ts'
import { withTasks } from '../../cli/context.ts'
import { note, safe } from '../../cli/print.ts'
import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { correctStatement } from '../../records/entry/correct-statement.ts'
import { OperatorFault } from '../../words/fault.ts'
import { DEFAULT_NAME } from '../found.ts'
import { foundedWords, foundFolder, hasCooperative } from '../init-command.ts'
import { thisMachine } from '../tls/machine.ts'
import { refuseNames } from '../tls/made.ts'
import { namesFor } from '../tls/names.ts'
import { refuseOpenNetwork, sourceOf } from '../tls/source.ts'
import { AGAIN, type Ground } from './ground.ts'
import { checkName } from './name.ts'

/** The first steps of the setup: the name of the cooperative, the certificate, and the listening address. */

export async function nameStep({ options, asker }: Ground): Promise<void> {
  if (!(await hasCooperative(options))) {
    const name = await asker.value('Name of the cooperative', checkName)
    note(`\n${foundedWords(name, await foundFolder(options, name))}\n`)
    note('If you lose it, issue another: granary credential issue --party cooperative --kind party')
    return
  }
  const { backups } = await withTasks(options, (run) => run('status', {}))
  if (backups.suspended_since_restore_of !== null)
    throw new OperatorFault(
      'This folder was restored from a backup, and the restore is not confirmed.',
      `Confirm the restore first: granary backup confirm. ${AGAIN}`,
    )
  const found = await withTasks(options, (run) => run('party.resolve', { text: 'cooperative' }))
  if (found.name !== DEFAULT_NAME) {
    note(`Cooperative: ${safe(found.name)}.`)
    return
  }
  note(`The cooperative has the name "${DEFAULT_NAME}" so far.`)
  const name = await asker.value('Its real name', checkName, { text: DEFAULT_NAME })
  if (name === DEFAULT_NAME) return
  await withTasks(options, (run) => correctStatement(run, 'cooperative', { display_name: name }))
  note(`From now on its name is ${safe(name)}.`)
}

export async function certificateStep(ground: Ground): Promise<void> {
  const { options, asker, config } = ground
  const source = sourceOf(config)
  if (config.tls === 'off') note('Certificate: none here, because GRANARY_TLS is off: a proxy provides TLS.')
  else if (source === 'own') note(`Certificate: your own, ${safe(config.tlsCert)}.`)
  else if (source === 'made') note('Certificate: there is one, made by the authority of this machine.')
  else {
    note(
      `Phones and browsers need a certificate. It will be good for ${namesFor(thisMachine(), []).join(', ')}.`,
    )
    const names = await asker.value(
      'Other names of this machine, such as granary.example.org (Enter: none; no: make no certificate)',
      (text) => {
        if (/^no?$/i.test(text)) return null
        const asked = text === NOTHING ? [] : text.split(/[\s,]+/).filter(Boolean)
        refuseNames(config, asked)
        return asked
      },
    )
    if (names === null) {
      note('No certificate was made. Without one, only this machine can use the service.')
      return
    }
    const made = await withTasks(options, (run) =>
      run('tls.init', { names, replace: false, forgetNames: false, clockIsRight: false }),
    )
    note('Certificate: made. The service renews it by itself.')
    if (made.caution !== null) note(`${made.caution.fault} ${made.caution.remedy}`)
  }
}

const EVERYWHERE = '0.0.0.0:7373'

export async function addressStep(ground: Ground): Promise<void> {
  const { asker, config } = ground
  const isSecure = sourceOf(config) !== null
  // An address that only this machine can reach was right only while there was no certificate.
  const isOutgrown = isSecure && isLoopback(listenAddress(config.listen).host)
  if (ground.isDecided('listen') && !isOutgrown) {
    note(`Listening address: ${config.listen}.`)
    return
  }
  note(
    `Who can reach the service? ${EVERYWHERE}: phones and machines of your network${isSecure ? '' : ' (needs a certificate)'}. ${config.listen}: only this machine.`,
  )
  const listen = await asker.value(
    'Listening address',
    (text) => {
      listenAddress(text)
      refuseOpenNetwork(ground.trying({ listen: text }))
      return text
    },
    { text: isSecure ? EVERYWHERE : config.listen },
  )
  ground.write({ listen })
  note(`Listening address: ${listen}, written to ${ground.settingsFile}.`)
}
