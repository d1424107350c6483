import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { hasAuthority } from './files.ts'

/** The source of the certificate for this folder and these settings; null without TLS. */
export function sourceOf(config: Config): 'made' | 'own' | null {
  if (config.tls === 'off') return null
  if (config.tlsCert !== '') return 'own'
  return hasAuthority(dataFiles(config.data)) ? 'made' : null
}

/** @throws {OperatorFault} when the service would answer other machines without TLS and without permission */
export function refuseOpenNetwork(config: Config): void {
  if (config.insecureLan || isLoopback(listenAddress(config.listen).host) || sourceOf(config) !== null) return
  throw new OperatorFault(
    message('startup.noTls', { address: config.listen }),
    message(config.tls === 'off' ? 'startup.noTls.remedyOff' : 'startup.noTls.remedy'),
    2,
  )
}
