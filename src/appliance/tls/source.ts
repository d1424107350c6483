import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault } from '../../words/fault.ts'
import { hasAuthority } from './files.ts'

/** Where the certificate comes from, for this folder and these settings; null without TLS. */
export function sourceOf(config: Config): 'made' | 'own' | null {
  if (config.tls === 'off') return null
  if (config.tlsCert !== '') return 'own'
  return hasAuthority(dataFiles(config.data)) ? 'made' : null
}

/** @throws {OperatorFault} when other machines would be answered without TLS and nobody asked for that */
export function refuseOpenNetwork(config: Config): void {
  if (config.insecureLan || isLoopback(listenAddress(config.listen).host) || sourceOf(config) !== null) return
  throw new OperatorFault(
    `GRANARY_LISTEN="${config.listen}" would answer other machines without TLS, so anyone on the network could read the traffic.`,
    `${config.tls === 'off' ? 'Remove GRANARY_TLS=off, and make' : 'Make'} a certificate: granary tls init. Or give --tls-cert and --tls-key, or --insecure-lan if you accept that.`,
    2,
  )
}
