import { backups, LIGHT_LOOK_MS, newestStands } from './backups.ts'
import type { Planned } from './check.ts'
import { clockGoesOn, deviceClocks } from './clocks.ts'
import { database } from './database.ts'
import { room } from './disk.ts'
import { type Beside, guards, pages, versions } from './file.ts'
import { journal, modes } from './folder.ts'
import type { Holder } from './holder.ts'
import { certificate, listening, places } from './network.ts'
import { answers, strangers } from './object-store.ts'
import { settings } from './settings.ts'

/**
 * Every check of the doctor. A number stays with its check for good, so that it can be named on the telephone; a check that
 * goes leaves its number unused.
 */

/** A bucket is given time for its own patience, and for one try more. */
const STORE_MS = 30_000
/** Whatever a bounded look needs on a slow disk. */
const FILE_MS = 30_000

/** Made by whoever holds the settings: the running service, or the command where none runs. */
export const HOLDER_CHECKS: readonly Planned<Holder>[] = [
  { number: 2, name: 'the database answers, and the last commit succeeded', look: database },
  { number: 3, name: 'the disk has room', look: room },
  {
    number: 4,
    name: 'the object store answers and can be written to',
    look: answers,
    patienceMs: STORE_MS,
  },
  { number: 5, name: 'the object store refuses strangers', look: strangers, patienceMs: STORE_MS },
  { number: 6, name: 'whoever is on the network cannot read along', look: listening },
  { number: 7, name: 'the clock goes with the log', look: clockGoesOn },
  { number: 8, name: 'backups, once they are set up, outlive the disk and keep coming', look: backups },
  { number: 9, name: 'the clocks of devices go with this one', look: deviceClocks },
  { number: 13, name: 'the newest backup stands', look: newestStands, patienceMs: LIGHT_LOOK_MS },
  { number: 14, name: 'the certificate is good for a while yet', look: certificate },
  { number: 16, name: 'the settings are ones that there are', look: settings },
  { number: 17, name: 'there are places for connections', look: places },
]

/** Made by the command itself, from the files, so that they hold up nobody and are made when no service answers. */
export const FILE_CHECKS: readonly Planned<Beside>[] = [
  { number: 1, name: 'the data folder is open to its owner alone', look: modes, patienceMs: FILE_MS },
  { number: 10, name: 'the guards of the database stand', look: guards, patienceMs: FILE_MS },
  { number: 11, name: 'the pages of the database hang together', look: pages, patienceMs: FILE_MS },
  { number: 12, name: 'the write-ahead log is of its usual length', look: journal },
  { number: 15, name: 'program, database and service are of one version', look: versions },
]
