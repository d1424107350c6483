import { entriesOf } from '../../base/typed.ts'

/**
 * Every kind of fault by the check that finds it, in the order of the report. The catalogue has the name of each check
 * (`verify.check.`), and what each kind reveals (`verify.kind.`).
 */
export const KINDS = {
  guards: ['guard_altered', 'file_marked_otherwise'],
  pages: ['page_damaged', 'part_unfollowable', 'reference_dangling'],
  log: [
    'entry_missing',
    'entry_out_of_number',
    'entry_differs',
    'entry_unreadable',
    'entry_not_canonical',
    'entry_out_of_time',
  ],
  tree: ['subtree_differs', 'subtree_missing', 'subtree_too_many'],
  records: ['column_differs', 'row_unfollowable'],
  acts: ['act_kind_differs', 'act_row_missing', 'act_row_differs', 'act_row_without_act'],
  derived: ['derived_row_missing', 'derived_row_without_record'],
  parties: ['party_unnamed', 'party_out_of_number', 'party_missing'],
  journals: ['journal_differs'],
  audit: [
    'audit_missing',
    'audit_out_of_number',
    'audit_differs',
    'audit_out_of_time',
    'audit_names_nothing',
    'entry_untold',
  ],
  auditIndex: ['audit_index_differs'],
  anchors: [
    'batch_differs',
    'batch_out_of_order',
    'checkpoint_differs',
    'checkpoint_not_signed',
    'audit_head_differs',
    'receipt_differs',
  ],
  evidence: ['object_missing', 'object_differs'],
  published: ['rolled_back', 'rewritten', 'checkpoint_not_ours'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type CheckName = keyof typeof KINDS
export type FaultKind = (typeof KINDS)[CheckName][number]

/** By kind of fault, in the order of the report: the check that finds it. */
export const CHECK_OF = Object.fromEntries(
  entriesOf(KINDS).flatMap(([check, kinds]) => kinds.map((kind) => [kind, check])),
) as Readonly<Record<FaultKind, CheckName>>

/** Kinds of fault in rows that follow from the log: `granary rebuild` makes these rows again. */
export const MADE_AGAIN: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'act_row_missing',
  'act_row_differs',
  'act_row_without_act',
  'derived_row_missing',
  'derived_row_without_record',
])
