import { statSync } from 'node:fs'
import { orNull } from '../base/or-null.ts'
import { must } from '../base/typed.ts'
import { VERSION } from '../base/version.ts'
import { isOverWithin } from '../base/within.ts'
import { dataFiles } from '../config/config.ts'
import { serviceAddress } from '../config/service-address.ts'
import { endedAt, isCarriedOn } from '../consent/fetched.ts'
import { EXPIRY_NOTICE_DAYS, isDueForRenewal } from '../domain/consent.ts'
import { isClockAhead, isClockBehind } from '../domain/device-clock.ts'
import { DAY_MS, formatInstant } from '../domain/time.ts'
import { frontOffice } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { GrantRow } from '../store/acts/consents.ts'
import { lapseOf } from '../store/acts/credentials.ts'
import { FIGURES_WAIT_MS } from '../store/tables/tallies.ts'
import { Calendar } from '../words/calendar.ts'
import { ownName } from '../words/party-name.ts'
import { backupStatus } from './backup/backup-status.ts'
import type { Check } from './doctor/check.ts'
import { BACKUPS_CHECK, CHECKS, makeAll } from './doctor/checks.ts'
import { clocksSeen, devicesSeen, type SeenDevice } from './doctor/clocks.ts'
import { type Patient, patientOf } from './doctor/patient.ts'
import { feedsEnded, feedsSilent } from './feeds/feed-tasks.ts'
import type { MachineKernel } from './kernel.ts'

export const longStatusTasks = tasksOn<MachineKernel>()({
  /** A task of several jobs, because the check of a distant object store may take long. */
  status: async (kernel, operator) => {
    const { store, people, config, ports } = kernel
    const parts = await ports.readiness()
    // The count includes the newest records. The first count after a start takes long, so the status does not
    // wait for it.
    if (store.tallies.figures() !== null) await isOverWithin(FIGURES_WAIT_MS, store.tallies.caughtUp())
    const cooperative = frontOffice(kernel, operator)
    const files = dataFiles(config.data)
    const here = patientOf(kernel)
    const seen = [...devicesSeen(store)]
    const { in_doubt, behind, shows, trusted } = kernel.clockService.status
    return {
      version: VERSION,
      service: servingSince(kernel),
      // The doctor reports a certificate that cannot be read.
      address: serviceAddress(
        config,
        orNull(() => kernel.tls.pin()),
      ),
      certificate: certificateUntil(here),
      records: recordsHeld(kernel),
      devices: store.devices.inUse().length,
      warnings: await warningsOf(here),
      cooperative: { party: cooperative.partyId, name: ownName(people.facts(cooperative.party).called) },
      data_folder: files.root,
      log_entries: store.log.size,
      newest_entry_at: store.writer.newestMs === 0 ? null : formatInstant(store.writer.newestMs),
      clock: shows,
      clock_trusted: in_doubt || behind ? trusted : null,
      clock_behind: behind,
      database_bytes: sizeOf(files.database) + sizeOf(`${files.database}-wal`),
      free_bytes: ports.freeBytes(),
      parts,
      backups: { ...backupStatus(kernel), caution: await here.backupCaution() },
      roots: rootStatus(kernel),
      grants_ending: endingGrants(kernel),
      grants_due: dueGrants(kernel),
      devices_silent: silentDevices(kernel, seen),
      devices_off: devicesOff(kernel, seen),
      subject_access_open: store.subjectAccess.after(0, COUNTED, false).length,
      access_requests_waiting: store.accessRequests.countWaiting(store.writer.nowMs, COUNTED),
      readers_behind: readersBehind(kernel),
      feeds_silent: feedsSilent(kernel),
      feeds_ended: feedsEnded(kernel),
      notifications_owed: store.notifications.after(0, COUNTED, false).length,
    }
  },
})

export const statusTasks = tasksOn<MachineKernel>()({
  /** The consents that end soon or are due for renewal. */
  'grant.due': (kernel) => ({ grants_ending: endingGrants(kernel), grants_due: dueGrants(kernel) }),

  /** Time and time zone for days in the front office and in consent. */
  time: ({ config, store }) => ({
    time_zone: new Calendar(config.timeZone).timeZone,
    now: formatInstant(store.time.nowMs),
    clock_behind: store.time.isBehind,
  }),
})

/** Leaves out the caution about a failed backup: the status shows it in its own line, with the reason. */
async function warningsOf(here: Patient): Promise<readonly Check[]> {
  const checks = await makeAll(
    CHECKS.filter(({ inStatus }) => inStatus),
    here,
  )
  return checks.filter(
    ({ number, standing }) => standing !== 'good' && !(number === BACKUPS_CHECK && standing === 'caution'),
  )
}

/** Null when this program only opened the folder briefly. */
function servingSince({ presence: { serving } }: MachineKernel) {
  return serving === null ? null : { url: serving.url, since: formatInstant(serving.sinceMs) }
}

/** The certificate and its end; null without TLS. If no service runs, the certificate that it would use. */
function certificateUntil({ tls, certificate }: Patient) {
  const status = certificate()
  if (status === null || tls?.served === null) return null
  const notAfterMs = tls?.served.notAfterMs ?? status.notAfterMs
  return { source: status.source, until: notAfterMs === null ? null : formatInstant(notAfterMs) }
}

/** The count of records; null while the service counts them after a start. */
function recordsHeld({ store }: MachineKernel): number | null {
  const figures = store.tallies.figures()
  return figures === null ? null : figures.records.reduce((sum, { count }) => sum + count, 0)
}

function rootStatus({ store, sending, ports }: MachineKernel) {
  const { newestRootAtMs, isStale } = ports.anchoring()
  const fixedAtMs = store.anchors.newest()?.atMs
  return {
    publisher: sending.publisher?.words ?? null,
    fixed_at: fixedAtMs === undefined ? null : formatInstant(fixedAtMs),
    published_at: newestRootAtMs === null ? null : formatInstant(newestRootAtMs),
    behind: isStale,
  }
}

/** Counts and lists stop at this number. */
const COUNTED = 1_000

/** Consents that end soon: the cooperative should ask these people again. */
function endingGrants(kernel: MachineKernel) {
  const { store } = kernel
  const { nowMs } = store.writer
  const ending = store.consents.grantsEnding(nowMs, nowMs + EXPIRY_NOTICE_DAYS * DAY_MS, COUNTED)
  return ending.map((grant) => grantWords(kernel, grant))
}

/** Consents that are due for renewal, the oldest first. */
function dueGrants(kernel: MachineKernel) {
  const { store, config } = kernel
  const { nowMs } = store.writer
  const days = config.grantRenewalDays
  // The period includes its last instant, so a grant given in exactly that millisecond is due too.
  const givenMs = nowMs - days * DAY_MS + 1
  return store.consents
    .grantsGivenBefore(givenMs, nowMs, store.log.size, COUNTED)
    .filter(({ grant, givenAtMs }) => isDueForRenewal(grant, givenAtMs, nowMs, days))
    .sort((a, b) => a.givenAtMs - b.givenAtMs)
    .map(({ grant, givenAtMs }) => ({ ...grantWords(kernel, grant), given_at: formatInstant(givenAtMs) }))
}

function grantWords({ store, people }: MachineKernel, grant: GrantRow) {
  return {
    id: must(store.acts.bySeq(grant.seq)?.id),
    subject: store.parties.id(grant.subject),
    subject_name: people.facts(grant.subject).called,
    grantee: store.parties.id(grant.grantee),
    grantee_name: people.facts(grant.grantee).called,
    purpose: grant.purpose,
    expires_at: formatInstant(grant.expiresAt),
  }
}

/** A phone in use connects every day or two. */
const SILENT_MS = 14 * DAY_MS

/** Devices that have connected before, but not within the last 14 days. */
function silentDevices({ store, people, devices }: MachineKernel, seen: readonly SeenDevice[]) {
  const untilMs = store.writer.nowMs - SILENT_MS
  return seen
    .filter(({ cameAtMs }) => cameAtMs <= untilMs)
    .slice(0, COUNTED)
    .map(({ device, cameAtMs }) => ({
      party: devices.view(device).party,
      party_name: people.facts(device.party).called,
      last_came_at: formatInstant(cameAtMs),
    }))
}

/** A reader's program that keeps a copy fetches every day. */
const BEHIND_MS = 7 * DAY_MS

/** Readers whose programs have not fetched for 7 days since a consent to them ended (contract §21). */
function readersBehind({ store, people }: MachineKernel) {
  const { consents, credentials, feedTold, parties, writer } = store
  const untilMs = writer.nowMs - BEHIND_MS
  return feedTold.feeds().flatMap((feed) => {
    const lastMs = must(feedTold.lastFetchedAt(feed))
    // One whose tokens have all ended cannot fetch.
    const mayFetch = credentials.ofParty(feed.party).some((one) => lapseOf(one, writer.nowMs) === null)
    if (lastMs > untilMs || !mayFetch) return []
    const ended = consents.grantsTo(feed.party, feed.purpose).filter((grant) => {
      const at = endedAt(grant, untilMs)
      if (at === null || at <= lastMs || isCarriedOn(store, grant)) return false
      return feedTold.ofGrant(grant.seq) === null
    })
    if (ended.length === 0) return []
    const party_name = people.facts(feed.party).called
    return [
      {
        party: parties.id(feed.party),
        party_name,
        purpose: feed.purpose,
        last_fetched_at: formatInstant(lastMs),
        ended: ended.length,
      },
    ]
  })
}

/** Devices in use whose clock was wrong lately. */
function devicesOff({ store, people, devices }: MachineKernel, seen: readonly SeenDevice[]) {
  return [...clocksSeen(store, seen)]
    .filter(({ aheadMs }) => isClockAhead(aheadMs) || isClockBehind(aheadMs))
    .slice(0, COUNTED)
    .map(({ device, aheadMs }) => {
      const { id, name, party } = devices.view(device)
      return {
        id,
        name,
        party,
        party_name: people.facts(device.party).called,
        clock_ahead_seconds: Math.round(aheadMs / 1000),
      }
    })
}

const sizeOf = (file: string): number => orNull(() => statSync(file).size) ?? 0
