import { backups, LIGHT_LOOK_MS, newestIsIntact } from './backups.ts'
import { type Check, make, type Planned } from './check.ts'
import { clockGoesOn, deviceClocks } from './clocks.ts'
import { database, guards, pages, versions } from './database.ts'
import { journal, modes, room } from './folder.ts'
import { certificate, listening, places } from './network.ts'
import { answers, strangers } from './object-store.ts'
import { settings } from './odd-settings.ts'
import { office } from './office.ts'
import type { Patient } from './patient.ts'

/** Time for a bucket's own timeout and one retry. */
const STORE_MS = 30_000

/** The page Today links from this check to the page Backups. */
export const BACKUPS_CHECK = 8
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
  { number: 1, name: 'only the owner can open the data folder', needs: 'files', look: modes },
  { number: 2, name: 'the database answers, and the last commit succeeded', needs: 'folder', look: database },
  { number: 3, name: 'the disk has room', needs: 'folder', look: room, inStatus: true },
  {
    number: 4,
    name: 'the object store answers and can be written to',
    needs: 'folder',
    look: answers,
    timeoutMs: STORE_MS,
  },
  {
    number: 5,
    name: 'the object store refuses anonymous access',
    needs: 'folder',
    look: strangers,
    timeoutMs: STORE_MS,
  },
  {
    number: 6,
    name: 'others on the network cannot read the traffic',
    needs: 'settings',
    look: listening,
    inStatus: true,
  },
  { number: 7, name: 'the clock agrees with the log', needs: 'database', look: clockGoesOn, inStatus: true },
  {
    number: BACKUPS_CHECK,
    name: 'backups are on another disk and made on time',
    needs: 'database',
    look: backups,
    inStatus: true,
  },
  {
    number: DEVICE_CLOCKS_CHECK,
    name: 'the clocks of devices agree with this one',
    needs: 'database',
    look: deviceClocks,
    inStatus: true,
  },
  { number: 10, name: 'the guards of the database are in place', needs: 'files', look: guards },
  { number: 11, name: 'the pages of the database are intact', needs: 'files', look: pages },
  { number: 12, name: 'the write-ahead log has its usual size', needs: 'files', look: journal },
  {
    number: 13,
    name: 'the newest backup is intact',
    needs: 'database',
    look: newestIsIntact,
    timeoutMs: LIGHT_LOOK_MS,
  },
  {
    number: 14,
    name: 'the certificate does not end soon',
    needs: 'settings',
    look: certificate,
    inStatus: true,
  },
  { number: 15, name: 'program, database and service have the same version', needs: 'files', look: versions },
  { number: 16, name: 'all settings are known', needs: 'settings', look: settings, inStatus: true },
  { number: 17, name: 'there is room for connections', needs: 'folder', look: places, inStatus: true },
  {
    number: 18,
    name: 'a manager can sign in to the office page, once it is used',
    needs: 'database',
    look: office,
  },
]

/** The checks that the program with the settings makes. */
export const HOLDER_CHECKS = CHECKS.filter(({ needs }) => needs !== 'files')

/** Runs checks concurrently. */
export const makeAll = (planned: readonly Planned[], patient: Patient): Promise<Check[]> =>
  Promise.all(planned.map((one) => make(one, patient)))
