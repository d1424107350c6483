import { backups, LIGHT_LOOK_MS, newestIsIntact } from './backups.ts'
import { type Check, make, type Planned } from './check.ts'
import { clockGoesOn, deviceClocks } from './clocks.ts'
import { database, guards, pages, versions } from './database.ts'
import { feeds } from './feeds.ts'
import { journal, modes, room } from './folder.ts'
import { messages } from './messages.ts'
import { certificate, listening, places } from './network.ts'
import { notices } from './notices.ts'
import { answers, strangers } from './object-store.ts'
import { settings } from './odd-settings.ts'
import { office } from './office.ts'
import type { Patient } from './patient.ts'

/** Time for a bucket's own timeout and one retry. */
const STORE_MS = 30_000

export const ROOM_CHECK = 3
export const CLOCK_CHECK = 7
export const CERTIFICATE_CHECK = 14
/** The page Today links from this check to the page Backups. */
export const BACKUPS_CHECK = 8
export const MESSAGES_CHECK = 20
/** `granary status` also lists the devices that this check is about. */
export const DEVICE_CLOCKS_CHECK = 9

/**
 * All checks in order. A number stays with its check forever, so that people can name it on the phone; it is
 * never reused.
 *
 * The command itself makes the checks that need only files. They delay nobody, and work when no service
 * answers. The program that knows the settings makes all others: the running service, or the command when
 * none runs.
 */
export const CHECKS: readonly Planned[] = [
  { number: 1, name: 'check.is.modes', needs: 'files', look: modes },
  { number: 2, name: 'check.is.database', needs: 'folder', look: database },
  { number: ROOM_CHECK, name: 'check.is.room', needs: 'folder', look: room, inStatus: true },
  { number: 4, name: 'check.is.objects', needs: 'folder', look: answers, timeoutMs: STORE_MS },
  { number: 5, name: 'check.is.strangers', needs: 'folder', look: strangers, timeoutMs: STORE_MS },
  { number: 6, name: 'check.is.network', needs: 'settings', look: listening, inStatus: true },
  { number: CLOCK_CHECK, name: 'check.is.clock', needs: 'database', look: clockGoesOn, inStatus: true },
  { number: BACKUPS_CHECK, name: 'check.is.backups', needs: 'database', look: backups, inStatus: true },
  {
    number: DEVICE_CLOCKS_CHECK,
    name: 'check.is.deviceClocks',
    needs: 'database',
    look: deviceClocks,
    inStatus: true,
  },
  { number: 10, name: 'check.is.guards', needs: 'files', look: guards },
  { number: 11, name: 'check.is.pages', needs: 'files', look: pages },
  { number: 12, name: 'check.is.journal', needs: 'files', look: journal },
  {
    number: 13,
    name: 'check.is.newestBackup',
    needs: 'database',
    look: newestIsIntact,
    timeoutMs: LIGHT_LOOK_MS,
  },
  {
    number: CERTIFICATE_CHECK,
    name: 'check.is.certificate',
    needs: 'settings',
    look: certificate,
    inStatus: true,
  },
  { number: 15, name: 'check.is.versions', needs: 'files', look: versions },
  { number: 16, name: 'check.is.settings', needs: 'settings', look: settings, inStatus: true },
  { number: 17, name: 'check.is.places', needs: 'folder', look: places, inStatus: true },
  { number: 18, name: 'check.is.office', needs: 'database', look: office },
  { number: 19, name: 'check.is.notices', needs: 'folder', look: notices, inStatus: true },
  { number: MESSAGES_CHECK, name: 'check.is.messages', needs: 'database', look: messages, inStatus: true },
  // Status counts them itself.
  { number: 21, name: 'check.is.feeds', needs: 'database', look: feeds },
]

/** The checks that the program with the settings makes. */
export const HOLDER_CHECKS = CHECKS.filter(({ needs }) => needs !== 'files')

/** Runs checks concurrently. */
export const makeAll = (planned: readonly Planned[], patient: Patient): Promise<Check[]> =>
  Promise.all(planned.map((one) => make(one, patient)))
