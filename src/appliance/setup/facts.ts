import { withTasks } from '../../cli/context.ts'
import { dataFiles } from '../../config/config.ts'
import { isOfService, startWords } from '../../config/installed.ts'
import { type Pin, serviceAddress } from '../../config/service-address.ts'
import { formatInstant } from '../../domain/time.ts'
import { Calendar } from '../../words/calendar.ts'
import type { KeyPair } from '../backup/age.ts'
import { backupPlace } from '../backup/location.ts'
import { sourceOf } from '../tls/source.ts'
import type { Ground } from './ground.ts'

export type Sheet = Awaited<ReturnType<typeof factsOf>>

/** Collects the facts for the sheet from this machine. @param key null unless it was made in this run */
export async function factsOf(ground: Ground, key: KeyPair | null) {
  const { options, config } = ground
  const [status, tls, log] = await withTasks(options, async (run) => [
    await run('status', {}),
    await run('tls.status', {}),
    await run('anchor.status', { count: 0 }),
  ])
  const source = sourceOf(config)
  const fingerprint = source === 'made' ? tls.authority_fingerprint_sha256 : status.address.fingerprint_sha256
  const pin: Pin | null =
    source === null || fingerprint === null
      ? null
      : { fingerprint_sha256: fingerprint, of: source === 'made' ? 'authority' : 'certificate' }
  const { url, reachable_by_others, fingerprint_sha256, fingerprint_of } = serviceAddress(config, pin)
  const place = backupPlace(config)
  const isRunning = status.service !== null
  // A service that started earlier uses the settings from that time.
  const isInUse =
    isRunning && !ground.hasWritten && status.address.url === url && status.backups.place === place
  const { newest } = status.backups
  return {
    cooperative: status.cooperative.name,
    party: status.cooperative.party,
    address: url,
    reachable_by_others,
    fingerprint_sha256,
    fingerprint_of,
    log_origin: log.origin,
    log_vkey: log.vkey,
    backup_place: place,
    newest_backup: newest && { id: newest.id, made_at: newest.made_at, entries: newest.entries },
    /** Null unless the key was made in this run, because Granary does not keep it. */
    backup_identity: key?.identity ?? null,
    has_backup_key: status.backups.has_key,
    data_folder: dataFiles(config.data).root,
    settings_file: ground.settingsFile,
    time_zone: new Calendar(config.timeZone).timeZone,
    /** The first words of each command on this machine, and what to add to each. */
    command: isOfService(config.data) ? 'sudo granary' : 'granary',
    data_flag: options.data === undefined ? '' : ` --data ${options.data}`,
    /** The command that starts or restarts the service; null when that is not needed. */
    restart: isInUse ? null : startWords(options.data),
    is_running: isRunning,
    made_on: formatInstant(Date.now()),
  }
}
