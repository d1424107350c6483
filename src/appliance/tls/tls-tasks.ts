import { dataFiles } from '../../config/config.ts'
import { formatInstant } from '../../domain/time.ts'
import { noteAct } from '../../store/acts/doer.ts'
import type { MachineKernel } from '../kernel.ts'
import { certificateStatus } from './certificate-status.ts'
import { renewalAtMs } from './due.ts'
import { authorityFingerprint } from './files.ts'
import type { Founding } from './made.ts'
import { sourceOf } from './source.ts'

/** These tasks are not jobs, because a job that fails does not roll back files next to the database. */
export const tlsTasks = {
  /** @throws {OperatorFault} as `foundAuthority` does; @throws {Problem} clock_in_doubt */
  'tls.init': async (
    { tls, store, config, ports }: MachineKernel,
    operator: string,
    { names, ...how }: { readonly names: readonly string[] } & Founding,
  ) => {
    store.clock.checkNow()
    const { authority, pair, caution } = tls.found(names, how)
    const fingerprint = authority.certificate.fingerprint256
    await ports.submit(() => noteAct(store, { credential: null, operator }, 'tls_authority', { fingerprint }))
    return {
      authority_fingerprint_sha256: fingerprint,
      authority_expires_at: formatInstant(authority.notAfterMs),
      authority_file: dataFiles(config.data).tlsAuthority,
      names: pair.names,
      expires_at: formatInstant(pair.notAfterMs),
      source: sourceOf(config),
      is_served: tls.served?.chain === pair.chain,
      is_running: tls.isServing,
      caution,
    }
  },

  'tls.status': async ({ tls, config, store, ports }: MachineKernel, _operator: string, _args: object) => {
    const status = certificateStatus(config, ports.clock(), {
      machine: tls.machine(),
      knownMs: store.writer.newestMs,
    })
    const { served } = tls
    return {
      setting: config.tls,
      source: status?.source ?? null,
      path: status?.path ?? null,
      names: served?.names ?? status?.names ?? [],
      expires_at: instantOf(served?.notAfterMs ?? status?.notAfterMs),
      /** When the service will renew a certificate made here. */
      renewed_from: status?.source === 'made' && served !== null ? instantOf(renewalAtMs(served)) : null,
      /** Null when no service runs. */
      is_served: tls.isServing ? served !== null : null,
      authority_fingerprint_sha256: authorityFingerprint(dataFiles(config.data)),
      /** Of the operator's own certificate; null for one made here, which the authority's stands for. */
      certificate_fingerprint_sha256: status?.source === 'own' ? status.fingerprint : null,
      fault: status?.fault ?? null,
      remedy: status?.remedy ?? null,
    }
  },
} as const

const instantOf = (ms: number | null | undefined): string | null => (ms == null ? null : formatInstant(ms))
