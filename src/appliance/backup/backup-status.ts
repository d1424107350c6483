import { fromJson, must } from '../../base/typed.ts'
import { backupEveryMs } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Store } from '../../store/store.ts'
import { type Message, message } from '../../words/message.ts'
import { fromStored } from '../../words/stored.ts'
import { placeAnswers } from '../doctor/disk-answers.ts'
import type { MadeSummary } from './backup-tasks.ts'
import { isLate } from './due.ts'
import { lastChecks } from './last-check.ts'
import { backupPlace, placeCaution } from './location.ts'

const HOUR_MS = 3_600_000

/** Sources for the status of backups. */
interface StatusSources {
  readonly store: Store
  readonly config: Config
  readonly ports: { readonly clock: () => number }
}

/**
 * A warning about the place of backups, as a sentence; null when there is none. A disk that does not answer
 * is not read, because this program would hang too.
 */
export async function backupCaution(config: Config): Promise<Message | null> {
  const place = backupPlace(config)
  if (place === null) return null
  return (await placeAnswers(config, place))
    ? placeCaution(config, place)
    : message('backups.silent', { place })
}

/** The status of backups, for `granary status` and the doctor. */
export function backupStatus({ store, config, ports }: StatusSources) {
  const place = backupPlace(config)
  const everyMs = backupEveryMs(config.backupEvery)
  const { recipient, newestMade, newestRun, suspension } = store.backups
  const { checked, restored } = lastChecks(dataFiles(config.data).backup)
  const newestAgeMs = newestMade === null ? null : ports.clock() - newestMade.begunAtMs
  return {
    place,
    every: config.backupEvery,
    has_key: recipient !== null,
    newest: newestMade === null ? null : fromJson<MadeSummary>(must(newestMade.made)),
    newest_place: newestMade?.place ?? null,
    newest_age_hours: newestAgeMs === null ? null : Math.max(0, Math.floor(newestAgeMs / HOUR_MS)),
    late: place !== null && recipient !== null && everyMs !== null && isLate(newestAgeMs, everyMs),
    last_failure:
      newestRun === null || newestRun.reason === null
        ? null
        : { at: formatInstant(newestRun.atMs), place: newestRun.place, reason: fromStored(newestRun.reason) },
    last_checked: checked,
    last_restored_as_trial: restored,
    suspended_since_restore_of: suspension?.backup ?? null,
  }
}
