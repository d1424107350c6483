import { entriesOf } from '../../base/typed.ts'

/** Every kind of fault: the check that finds it, and what it reveals about what was done. In the order of the report. */

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

const BY_HAND = 'Somebody changed the database by hand, past the program.'

/** By check: what each kind of fault reveals. */
const MEANINGS = {
  guards: {
    guard_altered:
      'A guard or table is not as the program made it. Whoever removes a guard can change what it guards: read the other faults for what was done.',
    file_marked_otherwise: 'The header of the file was changed by hand.',
  },
  pages: {
    page_damaged: 'The disk or a program damaged the file. What stands on these pages cannot be trusted.',
    part_unfollowable: `${BY_HAND} Something in this part is so far from anything it ever writes that the part could not be looked at; it may hide other changes.`,
    reference_dangling: `${BY_HAND} A row names another that is not there.`,
  },
  log: {
    entry_missing:
      'An entry was deleted after it was taken in: numbers are given without a gap, and the log only grows.',
    entry_out_of_number:
      'Entries were slipped in under numbers that the program never gives, or deleted: it numbers them from 1 without a gap.',
    entry_differs:
      'What the entry says is not what was taken in: its text no longer has the digest that was stored with it.',
    entry_unreadable: 'The text of the entry was changed by hand, or the disk damaged it.',
    entry_not_canonical:
      'The text was written by something other than this program: the same words in another spelling have another digest.',
    entry_out_of_time:
      'Entries were put into another order, slipped in or dated anew: each is received no earlier than the one before.',
  },
  tree: {
    subtree_differs:
      'One of these entries, its salt, its digest or its place was changed after it was taken in, or the stored hash was.',
    subtree_missing: 'A stored hash of the tree was deleted by hand.',
    subtree_too_many: 'The tree knows more entries than the log has: the newest ones were deleted by hand.',
  },
  records: {
    column_differs:
      'A column by which the program finds or judges the record was changed by hand; the text of the record, which was hashed, says otherwise.',
    row_unfollowable:
      'The entry names something that cannot be as it stands here: it or what it names was changed by hand.',
  },
  acts: {
    act_kind_differs:
      'The act was made to count as one of another kind, by hand: what it began or ended then no longer holds, or something else does.',
    act_row_missing:
      'The row that an act of the log calls for was deleted: a grant, an end or a key would be overlooked.',
    act_row_differs:
      'The row says something else than the act in the log: whoever changed it widened, narrowed or moved what was agreed.',
    act_row_without_act:
      'The row was slipped in: no act of the log calls for it, so nobody ever gave or ended what it says.',
  },
  derived: {
    derived_row_missing:
      'A row that the record calls for was deleted: the record would be missing from lists, or what it says of another overlooked.',
    derived_row_without_record:
      'The row was slipped in: no record calls for it. It could show a record to somebody who may not see it.',
  },
  parties: {
    party_unnamed: 'The row was slipped in or changed: no entry of the log names this party.',
    party_out_of_number: 'Parties were slipped in under numbers that the program never gives, or deleted.',
    party_missing: 'The number of a party was deleted or changed by hand.',
  },
  journals: {
    journal_differs: 'A row of a journal contradicts the log: it was changed, deleted or slipped in by hand.',
  },
  audit: {
    audit_missing:
      'Entries of the audit log were deleted: what was shown, refused or done then cannot be told any more.',
    audit_out_of_number:
      'Entries of the audit log were slipped in under numbers that the program never gives, or deleted.',
    audit_differs:
      'The entry, or one before it, was changed, slipped in or deleted: its hash does not follow from the one before.',
    audit_out_of_time: 'Entries of the audit log were dated anew or put into another order.',
    audit_names_nothing:
      'The audit log tells of entries that the log does not have: they were deleted, the newest perhaps.',
    entry_untold:
      'The entry was put into the log past the program, or the entry of the audit log that told of it was changed or deleted: whatever is taken in is told of there, in the same moment.',
  },
  auditIndex: {
    audit_index_differs:
      'Who saw a record would be told wrongly: the index does not follow from the audit log and was changed by hand.',
  },
  anchors: {
    batch_differs:
      'The log is not the one whose root was fixed then, or the root was changed: entries up to it were altered.',
    batch_out_of_order: 'Rows of roots or of attempts were deleted, slipped in or changed by hand.',
    checkpoint_differs: 'The checkpoint tells something else than the row it stands in.',
    checkpoint_not_signed:
      'The checkpoint was not signed by a key of this log: it was forged, or the key in the log was.',
    audit_head_differs:
      'The audit log is not the one whose head was fixed then: its entries were altered up to there.',
    receipt_differs: 'The receipt of a publisher is not for this checkpoint: it was changed by hand.',
  },
  evidence: {
    object_missing:
      'The bytes of a picture are gone from the object store, though the log says that they were kept.',
    object_differs:
      'The bytes in the object store are not those that were kept: they were exchanged, or the disk damaged them.',
  },
  published: {
    rolled_back:
      'The database was put back to an earlier day: entries that were told of outside are missing now.',
    rewritten:
      'The log was rewritten: its first entries have another root than the one that was published of them.',
    checkpoint_not_ours:
      'The checkpoint is of another log, or nobody signed it with a key of this one: it proves nothing, or the log was exchanged.',
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
