import type { Figures } from '../../domain/figures.ts'
import { OBJECTION_EFFECTS } from '../../domain/objection.ts'
import { LAWFUL_BASES } from '../../domain/shapes.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { Anchoring } from '../../proofs/anchor/anchor-service.ts'
import type { Sample, Series } from './series.ts'

/** What the store holds at one instant. */
export interface Held {
  readonly figures: Figures
  readonly anchoring: Anchoring
  /** The later of the clock and the newest time of receipt. */
  readonly nowMs: number
}

/** Seconds from an instant until now; NaN when there is no instant. */
export function ageSeconds(atMs: number | null, nowMs: number): number {
  return atMs === null ? Number.NaN : Math.max(0, nowMs - atMs) / 1000
}

const ageDays = (atMs: number | null, nowMs: number) => (ageSeconds(atMs, nowMs) * 1000) / DAY_MS

function waitedSecondsSum({ figures: { subjectAccess }, nowMs }: Held): number {
  const { open, openAtMsSum, answeredMsSum } = subjectAccess
  return (answeredMsSum + open * nowMs - openAtMsSum) / 1000
}

function waitedSecondsMax({ figures: { subjectAccess }, nowMs }: Held): number {
  const { answeredMsMax, oldestOpenAtMs } = subjectAccess
  const waits = [
    ...(answeredMsMax === null ? [] : [answeredMsMax / 1000]),
    ...(oldestOpenAtMs === null ? [] : [ageSeconds(oldestOpenAtMs, nowMs)]),
  ]
  return waits.length === 0 ? Number.NaN : Math.max(...waits)
}

function byBasis({ figures }: Held): Sample[] {
  const held = new Map(figures.records.map(({ basis, financial, count }) => [`${basis} ${financial}`, count]))
  return LAWFUL_BASES.flatMap((basis) =>
    [true, false].map(
      (financial): Sample => [
        held.get(`${basis} ${financial}`) ?? 0,
        { basis, financial: String(financial) },
      ],
    ),
  )
}

const withoutSpecialConsent = ({ figures }: Held): number =>
  figures.records
    .filter(({ basis, financial }) => financial && basis !== 'special_data_consent')
    .reduce((sum, { count }) => sum + count, 0)

/** Exactly the series in the specification. All are gauges: counts or ages. */
export const HELD_SERIES: readonly Series<Held>[] = [
  {
    name: 'kernel_subject_access_requests_total',
    help: 'Subject access requests, answered or open.',
    read: ({ figures }) => figures.subjectAccess.requests,
  },
  {
    name: 'kernel_subject_access_seconds_max',
    help: 'Longest time that a subject access request took or, if open, has waited so far. NaN when there was none.',
    read: waitedSecondsMax,
  },
  {
    name: 'kernel_subject_access_seconds_sum',
    help: 'Total time that subject access requests took, including the waiting time so far of open ones.',
    read: waitedSecondsSum,
  },
  {
    name: 'kernel_disclosure_notifications_outstanding',
    help: 'Outstanding disclosure notifications: people who saw a record that was corrected or retracted later, and were not notified yet.',
    read: ({ figures }) => figures.notifications.outstanding,
  },
  {
    name: 'kernel_disclosure_notification_oldest_seconds',
    help: 'Age of the oldest outstanding disclosure notification. NaN when none is outstanding.',
    read: ({ figures, nowMs }) => ageSeconds(figures.notifications.oldestRaisedAtMs, nowMs),
  },
  {
    name: 'kernel_records_by_lawful_basis',
    help: 'Observations held, all versions, by lawful basis and by whether they are financial (show money or debt).',
    read: byBasis,
  },
  {
    name: 'kernel_financial_records_without_special_consent',
    help: 'Financial observations held on a basis other than special_data_consent, all versions. Should be zero.',
    read: withoutSpecialConsent,
  },
  {
    name: 'kernel_standing_objections',
    help: 'Objections not withdrawn.',
    read: ({ figures }) => figures.standingObjections,
  },
  {
    name: 'kernel_objections_by_effect',
    help: 'Objections ever lodged, by their effect when lodged.',
    read: ({ figures }) =>
      OBJECTION_EFFECTS.map((effect): Sample => [figures.objectionsByEffect[effect], { effect }]),
  },
  {
    name: 'kernel_assumed_conversion_share',
    help: 'Share, by kilograms, of converted quantities whose factor is an assumed default, from 0 to 1. NaN when there are none.',
    read: ({ figures: { kg } }) => (kg.total > 0 ? kg.assumed / kg.total : Number.NaN),
  },
  {
    name: 'kernel_normalized_kg_total',
    help: 'Kilograms of current records that cite a conversion factor.',
    read: ({ figures }) => figures.kg.total,
  },
  {
    name: 'kernel_thin_sample_kg_total',
    help: 'Kilograms of current records whose factor rests on fewer than ten weighings.',
    read: ({ figures }) => figures.kg.thinSample,
  },
  {
    name: 'kernel_delegations_total',
    help: 'Mandates recorded, including ended ones.',
    read: ({ figures }) => figures.delegations,
  },
  {
    name: 'kernel_delegated_records_total',
    help: 'Observations asserted on behalf of another party, all versions.',
    read: ({ figures }) => figures.delegatedRecords,
  },
  {
    name: 'kernel_anchor_configured',
    help: 'Whether a publisher of roots is configured: 1 or 0.',
    read: ({ anchoring }) => Number(anchoring.isConfigured),
  },
  {
    name: 'kernel_anchor_root_age_days',
    help: 'Days since the newest root was published. NaN when none ever was.',
    read: ({ anchoring, nowMs }) => ageDays(anchoring.newestRootAtMs, nowMs),
  },
  {
    name: 'kernel_anchor_unanchored_age_days',
    help: 'Days since the oldest log entry that no published root covers was received. NaN when there is none.',
    read: ({ anchoring, nowMs }) => ageDays(anchoring.oldestUnanchoredAtMs, nowMs),
  },
  {
    name: 'kernel_anchor_batches_pending',
    help: 'Roots computed and not yet published.',
    read: ({ anchoring }) => anchoring.batchesPending,
  },
  {
    name: 'kernel_anchor_batches_failed',
    help: 'Roots whose publication failed and has not succeeded since.',
    read: ({ anchoring }) => anchoring.batchesFailed,
  },
  {
    name: 'kernel_anchor_stale',
    help: 'Whether publication is overdue: 1 or 0. Always 0 while no publisher is configured.',
    read: ({ anchoring }) => Number(anchoring.isStale),
  },
]
