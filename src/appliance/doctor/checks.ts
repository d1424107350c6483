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
import { office } from './office.ts'
import { settings } from './settings.ts'

/** Every check. A number stays with its check forever, so that people can name it on the phone; it is never reused. */

/** Time for a bucket's own timeout and one retry. */
const STORE_MS = 30_000
/** Time for a bounded check on a slow disk. */
const FILE_MS = 30_000

/** Made by the program that knows the settings: the running service, or the command when none runs. */
export const HOLDER_CHECKS: readonly Planned<Holder>[] = [
  { number: 2, name: 'the database answers, and the last commit succeeded', run: database },
  { number: 3, name: 'the disk has room', run: room },
  {
    number: 4,
    name: 'the object store answers and can be written to',
    run: answers,
    timeoutMs: STORE_MS,
  },
  { number: 5, name: 'the object store refuses anonymous access', run: strangers, timeoutMs: STORE_MS },
  { number: 6, name: 'others on the network cannot read the traffic', run: listening },
  { number: 7, name: 'the clock agrees with the log', run: clockGoesOn },
  { number: 8, name: 'backups are on another disk and made on time', run: backups },
  { number: 9, name: 'the clocks of devices agree with this one', run: deviceClocks },
  { number: 13, name: 'the newest backup is intact', run: newestStands, timeoutMs: LIGHT_LOOK_MS },
  { number: 14, name: 'the certificate does not end soon', run: certificate },
  { number: 16, name: 'all settings are known', run: settings },
  { number: 17, name: 'there is room for connections', run: places },
  { number: 18, name: 'a manager can sign in to the office page, once it is used', run: office },
]

/** Made by the command from the files: they delay no one, and work when no service answers. */
export const FILE_CHECKS: readonly Planned<Beside>[] = [
  { number: 1, name: 'only the owner can open the data folder', run: modes, timeoutMs: FILE_MS },
  { number: 10, name: 'the guards of the database are in place', run: guards, timeoutMs: FILE_MS },
  { number: 11, name: 'the pages of the database are intact', run: pages, timeoutMs: FILE_MS },
  { number: 12, name: 'the write-ahead log has its usual size', run: journal },
  { number: 15, name: 'program, database and service have the same version', run: versions },
]

/** How many a visit makes. */
export const CHECK_COUNT = HOLDER_CHECKS.length + FILE_CHECKS.length
