import { entriesOf } from '../../base/typed.ts'

/** Every kind of fault, in the order of the report: the check that finds it, and what it reveals. */

export const CHECKS = {
  guards: 'tables and guards',
  pages: 'tables whose pages were read',
  log: 'entries of the log',
  tree: 'tree over the log',
  records: 'columns of records and predictions',
  acts: 'rows of acts',
  derived: 'rows that follow from records',
  parties: 'parties',
  journals: 'notifications and visits',
  audit: 'audit log',
  auditIndex: 'index of the audit log',
  anchors: 'roots and checkpoints',
  evidence: 'pictures',
  published: 'the last published checkpoint',
} as const
export type CheckName = keyof typeof CHECKS

const BY_HAND = 'Someone changed the database by hand, without the program.'

/** By check: what each kind of fault reveals. */
const MEANINGS = {
  guards: {
    guard_altered:
      'A guard or table is not the one that the program made. Without a guard, its rows can be changed: the other faults show what was done.',
    file_marked_otherwise: 'The header of the file was changed by hand.',
  },
  pages: {
    page_damaged: 'The disk or a program damaged the file. The content of these pages cannot be trusted.',
    part_unfollowable: `${BY_HAND} This part contains something that the program never writes, so it could not be checked; it may hide other changes.`,
    reference_dangling: `${BY_HAND} A row names another row that does not exist.`,
  },
  log: {
    entry_missing:
      'An entry was deleted after it was received: the program numbers entries without a gap, and the log only grows.',
    entry_out_of_number:
      'Entries were deleted, or inserted under numbers that the program never assigns: it numbers them from 1 without a gap.',
    entry_differs:
      'The entry was changed after it was received: its text no longer matches the digest that was stored with it.',
    entry_unreadable: 'The text of the entry was changed by hand, or the disk damaged it.',
    entry_not_canonical:
      'The text was written by something other than this program: the same content in another notation has another digest.',
    entry_out_of_time:
      'Entries were reordered, inserted or given other times: each entry is received no earlier than the one before.',
  },
  tree: {
    subtree_differs:
      'One of these entries, its salt, its digest or its place was changed after it was received, or the stored hash was.',
    subtree_missing: 'A stored hash of the tree was deleted by hand.',
    subtree_too_many: 'The tree covers more entries than the log has: the newest ones were deleted by hand.',
  },
  records: {
    column_differs:
      'A column by which the program finds or judges the record was changed by hand: it contradicts the hashed text of the record.',
    row_unfollowable:
      'The entry names something that cannot exist in this form: the entry, or what it names, was changed by hand.',
  },
  acts: {
    act_kind_differs:
      'The act was changed by hand so that it counts as another kind: it no longer starts or ends what its text states.',
    act_row_missing:
      'The row that an act in the log requires was deleted: a grant, an end or a key would be overlooked.',
    act_row_differs:
      'The row contradicts the act in the log: the change widened, narrowed or moved what was agreed.',
    act_row_without_act:
      'The row was inserted: no act in the log requires it, so what it states was never granted or ended.',
  },
  derived: {
    derived_row_missing:
      'A row that the record requires was deleted: the record would be missing from lists, or its references overlooked.',
    derived_row_without_record:
      'The row was inserted: no record requires it. It could show a record to a party that may not see it.',
  },
  parties: {
    party_unnamed: 'The row was inserted or changed: no entry of the log names this party.',
    party_out_of_number: 'Parties were deleted, or inserted under numbers that the program never assigns.',
    party_missing: 'The number of a party was deleted or changed by hand.',
  },
  journals: {
    journal_differs: 'A row of a journal contradicts the log: it was changed, deleted or inserted by hand.',
  },
  audit: {
    audit_missing:
      'Entries of the audit log were deleted: it is no longer known what was shown, refused or done then.',
    audit_out_of_number:
      'Entries of the audit log were deleted, or inserted under numbers that the program never assigns.',
    audit_differs:
      'The entry, or one before it, was changed, inserted or deleted: its hash does not follow from the one before.',
    audit_out_of_time: 'Entries of the audit log were reordered or given other times.',
    audit_names_nothing:
      'The audit log names entries that the log does not have: they were deleted, perhaps the newest ones.',
    entry_untold:
      'The entry was inserted into the log without the program, or the audit entry that reported it was changed or deleted: the program reports every entry in the audit log, in the same commit.',
  },
  auditIndex: {
    audit_index_differs:
      'Lists of who saw a record would be wrong: the index does not follow from the audit log and was changed by hand.',
  },
  anchors: {
    batch_differs:
      'The log is not the one whose root was fixed then: entries up to there, or the root itself, were altered.',
    batch_out_of_order:
      'Rows of roots, or of attempts to publish them, were deleted, inserted or changed by hand.',
    checkpoint_differs: 'The checkpoint contradicts the row that contains it.',
    checkpoint_not_signed:
      'The checkpoint was not signed by a key of this log: it was forged, or the key in the log was.',
    audit_head_differs:
      'The audit log is not the one whose head was fixed then: entries up to there were altered.',
    receipt_differs: 'The receipt of a publisher is not for this checkpoint: it was changed by hand.',
  },
  evidence: {
    object_missing:
      'The bytes of a picture are gone from the object store, although the log records that they were stored.',
    object_differs:
      'The bytes in the object store are not those that were stored: they were replaced, or the disk damaged them.',
  },
  published: {
    rolled_back:
      'The database was rolled back to an earlier state: entries that a published checkpoint covers are missing now.',
    rewritten: 'The log was rewritten: the root of its first entries is not the one that was published.',
    checkpoint_not_ours:
      'The checkpoint is of another log, or not signed with a key of this one: it proves nothing, or the log was replaced.',
  },
} as const satisfies { readonly [Check in CheckName]?: Readonly<Record<string, string>> }
type Meanings = typeof MEANINGS
export type FaultKind = { [Check in keyof Meanings]: keyof Meanings[Check] }[keyof Meanings]

interface Kind {
  /** The check that finds it. */
  readonly check: string
  readonly meaning: string
}
export const KINDS = Object.fromEntries(
  entriesOf(MEANINGS).flatMap(([check, kinds]) =>
    Object.entries(kinds).map(([kind, meaning]) => [kind, { check: CHECKS[check], meaning }]),
  ),
) as Readonly<Record<FaultKind, Kind>>

/** Kinds of fault in rows that follow from the log: `granary rebuild` makes these rows again. */
export const MADE_AGAIN: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'act_row_missing',
  'act_row_differs',
  'act_row_without_act',
  'derived_row_missing',
  'derived_row_without_record',
])
