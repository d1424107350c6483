import { longAppearanceTasks } from './appliance/appearance/appearance-tasks.ts'
import type { Assembly } from './appliance/assembly.ts'
import { backupTasks } from './appliance/backup/backup-tasks.ts'
import { choreTasks } from './appliance/chores/chore-tasks.ts'
import { clockTasks, longClockTasks } from './appliance/clock/clock-tasks.ts'
import { doctorTasks } from './appliance/doctor/consult.ts'
import { feedTasks, longFeedTasks } from './appliance/feeds/feed-tasks.ts'
import { firstDayTasks } from './appliance/first-day-tasks.ts'
import { foundingTasks } from './appliance/found.ts'
import { longMessageTasks, messageTasks } from './appliance/messages/message-tasks.ts'
import { noticeTasks } from './appliance/notices/notice-tasks.ts'
import { longChosenTasks } from './appliance/setup/chosen-tasks.ts'
import { longStatusTasks, statusTasks } from './appliance/status-tasks.ts'
import { tlsTasks } from './appliance/tls/tls-tasks.ts'
import { type Kernel, makeServer, openKernel } from './assemble.ts'
import { Problem } from './base/problem.ts'
import type { OpenFolder, TaskName, TaskRunner } from './cli/tasks.ts'
import { importTasks } from './clients/importer/import-tasks.ts'
import { accessRequestTasks } from './consent/access-request-tasks.ts'
import { auditTasks } from './consent/audit-tasks.ts'
import { consentTasks, longConsentTasks } from './consent/consent-tasks.ts'
import { statementTasks } from './consent/disclosures/statement-tasks.ts'
import { notificationTasks } from './consent/notification-tasks.ts'
import { paperStreams, paperTasks } from './consent/paper-tasks.ts'
import { longRightsTasks, rightsTasks, textStreams } from './consent/rights-tasks.ts'
import { keepTasks, pictureStreams } from './evidence/keep-tasks.ts'
import { longTakeInTasks, takeInTasks } from './evidence/take-in/take-in-tasks.ts'
import { alikeTasks, longAlikeTasks } from './identity/alike-tasks.ts'
import { credentialTasks } from './identity/credential-tasks.ts'
import { deviceTasks } from './identity/device-tasks.ts'
import { inviteTasks } from './identity/invite-tasks.ts'
import { longPartyTasks, partyTasks } from './identity/party-tasks.ts'
import { staffTasks } from './identity/staff-tasks.ts'
import { partyId } from './identity/who.ts'
import { anchorTasks, longAnchorTasks } from './proofs/anchor/anchor-tasks.ts'
import { confirmationTasks } from './records/confirmation-tasks.ts'
import { debtTasks } from './records/debt-tasks.ts'
import { currencyTasks } from './records/entry/currency-tasks.ts'
import { messagesTasks } from './records/entry/messages-tasks.ts'
import { pointTasks } from './records/entry/point-tasks.ts'
import { usualTasks } from './records/entry/usual-tasks.ts'
import { warningTasks } from './records/entry/warning-tasks.ts'
import { exportStreams, exportTasks, longExportTasks } from './records/export/export-tasks.ts'
import { lotTasks } from './records/lots/lot-tasks.ts'
import { originTasks } from './records/lots/origin-tasks.ts'
import { packStreams } from './records/pack/pack-tasks.ts'
import { lendTasks } from './records/payments/lend-tasks.ts'
import { listTasks } from './records/payments/list-tasks.ts'
import { paymentTasks } from './records/payments/payment-tasks.ts'
import { longVoucherTasks, voucherTasks } from './records/payments/voucher-tasks.ts'
import { waitingTasks } from './records/payments/waiting-tasks.ts'
import { mapTasks } from './records/plots/map-tasks.ts'
import { plotTasks } from './records/plots/plot-tasks.ts'
import { screeningTasks } from './records/plots/screening-tasks.ts'
import { receiptTasks } from './records/receipt/receipt-tasks.ts'
import { longRecordTasks, recordStreams, recordTasks } from './records/record-tasks.ts'
import { courseTasks } from './records/report/course-tasks.ts'
import { reportTasks } from './records/report/report-tasks.ts'
import { wrongDayTasks } from './records/wrong-day-tasks.ts'
import { readyRegistryTasks, registryTasks } from './registry/registry-tasks.ts'
import { noteAct } from './store/acts/doer.ts'

/**
 * All tasks of an operator on a data folder, by name. They run in the program that has locked the folder: the
 * command itself, or the running server. A short task is one job of the writer; a long task is several jobs, or
 * none.
 */
export const shortTasks = {
  ...partyTasks,
  ...alikeTasks,
  ...credentialTasks,
  ...inviteTasks,
  ...deviceTasks,
  ...takeInTasks,
  ...staffTasks,
  ...consentTasks,
  ...paperTasks,
  ...accessRequestTasks,
  ...rightsTasks,
  ...recordTasks,
  ...messagesTasks,
  ...debtTasks,
  ...lendTasks,
  ...voucherTasks,
  ...currencyTasks,
  ...listTasks,
  ...waitingTasks,
  ...pointTasks,
  ...lotTasks,
  ...plotTasks,
  ...receiptTasks,
  ...confirmationTasks,
  ...exportTasks,
  ...importTasks,
  ...registryTasks,
  ...notificationTasks,
  ...auditTasks,
  ...anchorTasks,
  ...statusTasks,
  ...backupTasks,
  ...clockTasks,
  ...choreTasks,
  ...firstDayTasks,
  ...foundingTasks,
  ...messageTasks,
  ...feedTasks,
} as const
export const longTasks = {
  ...longPartyTasks,
  ...longAlikeTasks,
  ...longTakeInTasks,
  ...keepTasks,
  ...longRecordTasks,
  ...wrongDayTasks,
  ...originTasks,
  ...screeningTasks,
  ...usualTasks,
  ...warningTasks,
  ...reportTasks,
  ...courseTasks,
  ...mapTasks,
  ...paymentTasks,
  ...longVoucherTasks,
  ...longExportTasks,
  ...longRightsTasks,
  ...longConsentTasks,
  ...statementTasks,
  ...longStatusTasks,
  ...longAnchorTasks,
  ...doctorTasks,
  ...tlsTasks,
  ...longClockTasks,
  ...noticeTasks,
  ...longMessageTasks,
  ...longChosenTasks,
  ...longFeedTasks,
  ...longAppearanceTasks,
  ...readyRegistryTasks,
} as const

const streams = {
  ...textStreams,
  ...paperStreams,
  ...pictureStreams,
  ...recordStreams,
  ...exportStreams,
  ...packStreams,
} as const

type Work = (kernel: never, operator: string, args: never) => unknown
type Result<W extends Work> =
  ReturnType<W> extends AsyncIterable<infer Piece> ? Piece : Awaited<ReturnType<W>>
/** A task without arguments leaves them out. */
type Args<W extends Work> = W extends (kernel: never, operator: never, args: infer A) => unknown
  ? unknown extends A
    ? Record<string, never>
    : A
  : never
type Signatures<Works extends Readonly<Record<keyof Works, Work>>> = {
  readonly [T in keyof Works]: { readonly args: Args<Works[T]>; readonly result: Result<Works[T]> }
}
type TaskSignatures = Signatures<typeof shortTasks & typeof longTasks>
type StreamSignatures = Signatures<typeof streams>

declare module './cli/tasks.ts' {
  interface TaskTable extends TaskSignatures {}
  interface StreamTable extends StreamSignatures {}
}

/**
 * Tasks that add data. They are refused, like other writes, while the disk is nearly full. Tasks that end
 * something are never refused for that.
 */
const ADDING_TASKS: ReadonlySet<TaskName> = new Set([
  'party.add',
  'party.merge',
  'party.messages',
  'credential.issue',
  'lender.invite',
  'device.enrol',
  'device.take-in',
  'device.take-in-photograph',
  'evidence.keep',
  'staff.add',
  'staff.reset',
  'grant.record',
  'delegation.record',
  'access-request.grant',
  'subject-access.open',
  'record.append',
  'record.append-all',
  'payment.lend',
  'payment.keep-list',
  'payment.wait',
  'plot.screening',
  'registry.add',
  'registry.add-all',
  'appearance.change',
])

/**
 * Tasks that read personal data without an audited reader of the gate. The audit log records them by their
 * names.
 */
export const LOOKING: ReadonlySet<TaskName> = new Set([
  'party.list',
  'party.others',
  'party.claiming',
  'import.people',
  'credential.list',
  'device.list',
  'device.list-of',
  'device.show',
  'device.take-in-from',
  'staff.list',
  'grant.list',
  'grant.held',
  'grant.receipt',
  'delegation.list',
  'access-request.list',
  'access-request.show',
  'objection.list',
  'subject-access.list',
  'notifications.list',
  'feed.list',
  'message.list',
  'payment.list',
  'payment.waiting',
  'backup.suspension',
  'backup.read',
  'audit',
])

export function localTasks(kernel: Kernel): TaskRunner {
  const { store, ports, config } = kernel
  const checkSpace = (task: TaskName) => {
    if (ADDING_TASKS.has(task) && ports.freeBytes() < config.minFreeBytes) throw new Problem('storage_full')
  }
  return {
    run(task, operator, args) {
      if (task in longTasks) {
        const work = longTasks[task as keyof typeof longTasks] as Long
        return (async () => {
          checkSpace(task)
          return (await work(kernel, operator, args)) as never
        })()
      }
      const work = shortTasks[task as keyof typeof shortTasks] as Short
      return store.writer.submit(() => {
        checkSpace(task)
        const result = work(kernel, operator, args)
        // The task is audited after its work: a failed task reveals nothing, and must not have written
        // anything.
        if (LOOKING.has(task))
          noteAct(store, { credential: null, operator }, task, readDetail(kernel, operator, args))
        return result as never
      })
    },
    stream: (name, operator, args) => (streams[name] as Streaming)(kernel, operator, args) as never,
  }
}

/** Returns who gave a grant; undefined without one. */
const subjectOf = ({ grants }: Kernel, grant: string | undefined): string | undefined =>
  grant === undefined ? undefined : grants.one(grant)?.subject

/**
 * Returns whose data a task read, for the audit log: the texts in its arguments, and the party that they
 * name as `subject`, `about` or `party`. The lists of requests on a person's page say `whose` instead: its
 * lists of consents have named the person already, and a page in use would fill the person's part of the log.
 */
function readDetail(kernel: Kernel, operator: string, args: object): Record<string, string | number> {
  const words = Object.fromEntries(
    Object.entries(args).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const whose = words.subject ?? words.about ?? words.party ?? subjectOf(kernel, words.grant)
  const party = whose === undefined ? undefined : kernel.store.parties.find(partyId(kernel, operator, whose))
  return party === undefined ? words : { ...words, looked_up: party }
}

export const openFolder: OpenFolder = (config, opening) => {
  const kernel = openKernel(config, opening)
  return { tasks: localTasks(kernel), close: () => kernel.close() }
}

/** How a folder is opened and served in this program. */
export const assembly: Assembly<Kernel> = { openKernel, localTasks, makeServer }

type Short = (kernel: Kernel, operator: string, args: unknown) => unknown
type Streaming = (kernel: Kernel, operator: string, args: unknown) => AsyncIterable<unknown>
type Long = (kernel: Kernel, operator: string, args: unknown) => Promise<unknown>
