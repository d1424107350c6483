import type { ProblemCode } from '../base/problem.ts'
import { spanMs } from '../base/span.ts'
import { entriesOf, given, must } from '../base/typed.ts'
import { type Args, firstDayMs, optional, orNull, required, shownBy } from '../cli/asked.ts'
import { deviceAddresses, type ServiceAddress, serviceAddress } from '../config/service-address.ts'
import { LONGEST_CALLED, type UsedBy } from '../domain/device-called.ts'
import { isId } from '../domain/id.ts'
import { formatInstant } from '../domain/time.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { Store } from '../store/store.ts'
import type { VisitSums } from '../store/tables/visits.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type CalledParty, fullNameMessage, ownName } from '../words/party-name.ts'
import type { DeviceView } from './device-shapes.ts'
import type { DeviceService } from './devices.ts'
import type { OfficeKernel } from './kernel.ts'
import { entryIds, frontOffice, knownEntryIds, partyId } from './who.ts'

/** Longest validity of a code: one that is valid for longer is as bad as a password on the wall. */
const LONGEST_DAYS = 7

export const ENROL = {
  party: optional('--party <party>', 'help.device.enrol.party'),
  usedBy: optional('--used-by <who>', 'help.device.usedBy', called),
  name: optional('--name <name>', 'help.device.name', called),
  lifeMs: { ...required('--ttl <time>', 'help.device.enrol.ttl', lifeMs), fallback: '24h' },
  sinceMs: orNull(optional('--since <date>', 'help.device.enrol.since', firstDayMs)),
}
export const NAMING = {
  id: shownBy('granary device list'),
  name: optional('--name <name>', 'help.device.name', called),
  usedBy: optional('--used-by <who>', 'help.device.usedBy', called),
}
export const DEVICE = { id: shownBy('granary device list') }

function called(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > LONGEST_CALLED)
    throw new OperatorFault(...withRemedy('devices.badName', { most: LONGEST_CALLED }), 2)
  return name
}

function lifeMs(text: string): number {
  const ms = spanMs(text)
  if (ms < spanMs('1m') || ms > spanMs(`${LONGEST_DAYS}d`))
    throw new OperatorFault(...withRemedy('devices.badLife', { text, days: LONGEST_DAYS }), 2)
  return ms
}

/** Devices that one job reads. */
const AT_ONCE = 100

export const deviceTasks = tasksOn<OfficeKernel>()({
  /** Makes a code: without a party for a phone of the cooperative, which an officer carries. */
  'device.enrol': (kernel, operator, args: Args<typeof ENROL>) => {
    if (args.party === undefined && args.usedBy === undefined)
      throw new OperatorFault(...withRemedy('devices.nobody'), 2)
    const party =
      args.party === undefined ? frontOffice(kernel, operator).partyId : partyId(kernel, operator, args.party)
    const used_by = args.usedBy === undefined ? ownerOf(kernel, party) : usedBy(kernel, operator, args.usedBy)
    const ofCode = given({ name: args.name, used_by: used_by ?? undefined })
    const pin = kernel.tls.pin()
    const address = serviceAddress(kernel.config, pin)
    const made = kernel.devices.enrol(operator, party, args.lifeMs, args.sinceMs, ofCode)
    return {
      ...made,
      party,
      party_name: fullNameMessage(kernel.people.facts(must(kernel.store.parties.find(party))).called),
      ...ofCode,
      ...address,
      uri: enrolmentUri(made.enrolment_code, address),
      /** Every address at which a phone may reach the service. */
      addresses: deviceAddresses(kernel.config, pin, kernel.tls.served?.names ?? []),
    }
  },

  /** Whether a code is still good, and the device that used it. */
  'device.enrolment': (kernel, _operator, args: { readonly id: string }) => kernel.devices.enrolled(args.id),

  /**
   * Returns some devices, in the order of first registration; the next ones follow `next`.
   * @param args.heldOn only devices in use that state that they are on this one, in the order of their tokens
   */
  'device.list': (
    kernel,
    _operator,
    { after = 0, heldOn }: { readonly after?: number; readonly heldOn?: string },
  ): { readonly devices: readonly DeviceLine[]; readonly next?: number } => {
    const { devices } = kernel
    const found =
      heldOn === undefined ? devices.after(after, AT_ONCE) : devices.heldOn(heldOn, after, AT_ONCE)
    const next = found.length === AT_ONCE ? found.at(-1)?.place : undefined
    return { devices: found.map((one) => lineOf(kernel, one)), ...given({ next }) }
  },

  /** Returns the devices of a party, under all its entries. */
  'device.list-of': (kernel, operator, { party }: { readonly party: string }) => ({
    devices: entryIds(kernel, operator, party).flatMap((id) => {
      const n = kernel.store.parties.find(id)
      return n === undefined ? [] : kernel.devices.ofParty(n).map((one) => lineOf(kernel, one))
    }),
  }),

  /** One device of the list; null if there is none with this id. */
  'device.show': (kernel, _operator, args: { readonly id: string }) => {
    const found = isId(args.id) ? kernel.devices.one(args.id) : null
    return found && lineOf(kernel, found)
  },

  /** Names a device, or who carries it; what is left out stays. */
  'device.name': (kernel, operator, args: Args<typeof NAMING>): DeviceLine => {
    const { devices } = kernel
    const found = isId(args.id) ? devices.one(args.id) : null
    if (!found) throw new OperatorFault(...withRemedy('devices.unknown', { id: args.id }))
    if (args.name === undefined && args.usedBy === undefined)
      throw new OperatorFault(...withRemedy('devices.nothingNamed'), 2)
    const { view } = found
    const used_by = args.usedBy === undefined ? (view.used_by ?? null) : usedBy(kernel, operator, args.usedBy)
    devices.rename(operator, args.id, { name: args.name ?? view.name, used_by })
    return lineOf(kernel, must(devices.one(args.id)))
  },

  'device.revoke': (kernel, operator, { id }: Args<typeof DEVICE>) => kernel.devices.revoke(operator, id),
})

/** Who carries a device: a party by its id or member number, or a person by their name. No name is all digits. */
function usedBy(kernel: OfficeKernel, operator: string, who: string): UsedBy {
  const isParty = isId(who) || /^\d+$/.test(who) || kernel.people.withMemberNumber(who).length > 0
  if (!isParty) return { name: who }
  const party = must(knownEntryIds(kernel, operator, who)[0])
  const { called } = kernel.people.facts(must(kernel.store.parties.find(party)))
  const name = officeName(called)
  if (name === null) throw new OperatorFault(...withRemedy('devices.unnamed', { who }), 2)
  return { name, party }
}

/** What a device says of its carrier is the office's word, and what a party calls itself is not. */
const officeName = (called: CalledParty): string | null =>
  called.by === 'cooperative' ? ownName(called) : null

/** Without another word, a person carries the device of their own; null for that of an organisation. */
function ownerOf({ people, store }: OfficeKernel, party: string): UsedBy | null {
  const n = store.parties.find(party)
  if (n === undefined || n === store.appliance.cooperative) return null
  const { called, isNaturalPerson } = people.facts(n)
  const name = officeName(called)
  return isNaturalPerson && name !== null ? { name, party } : null
}

/** A code as it was made. */
export type Enrolled = ReturnType<(typeof deviceTasks)['device.enrol']>

export type DeviceLine = DeviceView & {
  readonly party_name: CalledParty
  /** The name of the device that `held_on` names; null if none is known here. */
  readonly held_on_name?: string | null
  readonly revoked_at: string | null
} & SyncSummary

/** A summary of a device's visits, for one line of a list (contract §17). */
export interface SyncSummary {
  readonly last_came_at: string | null
  readonly accepted: number
  readonly replayed: number
  readonly rejected: number
  readonly commonest_rejection: ProblemCode | null
  /** Number of refused records for each reason. */
  readonly rejections: VisitSums['codes']
  /** The device has fetched all that was received until then; null if it has fetched nothing yet. */
  readonly pulled_to: string | null
  /** Whether its last fetch left nothing to fetch. */
  readonly pulled_all: boolean
  /** How far its clock was ahead at its last sending; negative: at least so far behind; null: unknown. */
  readonly clock_ahead_seconds: number | null
  /** What the device last reported about itself; nothing here can verify it. */
  readonly says: {
    readonly at: string
    readonly waiting: number
    readonly rejected: number
    readonly oldest_waiting_at: string | null
    readonly storage_used_bytes: number | null
    readonly storage_quota_bytes: number | null
    readonly client: string
  } | null
}

/** Returns all devices, some in each job. */
export async function everyDevice(
  list: (asked: { readonly after: number }) => Promise<{ devices: readonly DeviceLine[]; next?: number }>,
): Promise<readonly DeviceLine[]> {
  const found: DeviceLine[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page = await list({ after })
    found.push(...page.devices)
    after = page.next
  }
  return found
}

const lineOf = (
  kernel: OfficeKernel,
  { device, view, revokedAt }: NonNullable<ReturnType<DeviceService['one']>>,
): DeviceLine => ({
  ...view,
  party_name: kernel.people.facts(device.party).called,
  ...(view.held_on === undefined
    ? {}
    : { held_on_name: kernel.devices.one(view.held_on)?.view.name ?? null }),
  revoked_at: revokedAt === null ? null : formatInstant(revokedAt),
  ...summaryOf(kernel.store, kernel.store.visits.of(device.seq)),
})

function summaryOf(store: Store, sums: VisitSums | undefined): SyncSummary {
  return {
    last_came_at: sums === undefined ? null : formatInstant(sums.at),
    accepted: sums?.accepted ?? 0,
    replayed: sums?.replayed ?? 0,
    rejected: sums?.rejected ?? 0,
    commonest_rejection: sums === undefined ? null : commonest(sums.codes),
    rejections: sums?.codes ?? {},
    pulled_to: pulledTo(store, sums?.pulledThrough ?? null),
    pulled_all: sums?.pulledAll ?? false,
    clock_ahead_seconds: sums?.clockAheadMs == null ? null : Math.round(sums.clockAheadMs / 1000),
    says: saidBy(sums?.report ?? null),
  }
}

const saidBy = (report: VisitSums['report']): SyncSummary['says'] =>
  report && {
    at: formatInstant(report.at),
    waiting: report.waiting,
    rejected: report.rejected,
    oldest_waiting_at: report.oldestWaitingMs === null ? null : formatInstant(report.oldestWaitingMs),
    storage_used_bytes: report.storageUsedBytes,
    storage_quota_bytes: report.storageQuotaBytes,
    client: report.client,
  }

function commonest(codes: VisitSums['codes']): ProblemCode | null {
  const counts = entriesOf(codes)
  const [first] = counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return first === undefined ? null : first[0]
}

function pulledTo(store: Store, place: number | null): string | null {
  if (place === null) return null
  const at = store.records.bySeq(place)?.receivedAtMs ?? store.acts.bySeq(place)?.receivedAtMs
  return at === undefined ? null : formatInstant(at)
}

/** Returns the content of the QR code: everything that a device needs. */
function enrolmentUri(code: string, address: ServiceAddress): string {
  const { url, fingerprint_sha256: sha256, fingerprint_of: of } = address
  const parameters = new URLSearchParams({ url, code })
  if (sha256 !== null && of !== null) {
    parameters.set('sha256', sha256.replaceAll(':', '').toLowerCase())
    parameters.set('of', of)
  }
  return `granary:enrol?${parameters}`
}

/**
 * Returns the addresses for a phone: the page with the code, which stays in the phone because it is behind
 * the #, and the certificate to install; null if phones know the certificate already.
 */
export function fieldAddresses(made: Enrolled, url = made.url) {
  const { enrolment_code: code, fingerprint_sha256: sha256, fingerprint_of: of } = made
  const fingerprint = sha256 === null ? {} : { fingerprint: sha256.replaceAll(':', '').toLowerCase() }
  return {
    page: `${url}/field#${new URLSearchParams({ code, ...fingerprint })}`,
    certificate: of === 'authority' ? `${url}/v1/tls/authority` : null,
  }
}
