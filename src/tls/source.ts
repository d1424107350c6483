import { type Config, dataFiles } from '../config.ts'
import { isLoopback, listenAddress } from '../places.ts'
import { OperatorFault } from '../problem.ts'
import { hasAuthority } from './files.ts'

/** Where the certificate comes from, for this folder and these settings; null: no TLS is served. */
export function sourceOf(config: Config): 'made' | 'own' | null {
  if (config.tls === 'off') return null
  if (config.tlsCert !== '') return 'own'
  return hasAuthority(dataFiles(config.data)) ? 'made' : null
}

/** @throws {OperatorFault} when other machines would be answered without TLS, and nobody said that this is meant */
export function refuseOpenNetwork(config: Config): void {
  if (config.insecureLan || isLoopback(listenAddress(config.listen).host) || sourceOf(config) !== null) return
  throw new OperatorFault(
    `GRANARY_LISTEN="${config.listen}" would answer other machines without TLS.`,
    `${config.tls === 'off' ? 'Leave GRANARY_TLS=off out, and make' : 'Make'} a certificate: granary tls init. Or give --tls-cert and --tls-key, or say --insecure-lan if that is meant.`,
    2,
  )
}
