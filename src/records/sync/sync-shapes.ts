import { Type } from '@sinclair/typebox'
import { UsedBy } from '../../domain/device-called.ts'
import { MOST_COUNTED } from '../../domain/most-counted.ts'
import { RecordDraft } from '../../domain/record.ts'
import { closed, Id, Instant, ref, Text, type View, Word } from '../../domain/shapes.ts'
import { AnyRecord } from '../views/record-schema.ts'

/** What a device sends and receives (contract §10). The field page takes its types from here. */

const Count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const OutboxReport = closed(
  {
    waiting: Count(
      'Records on the device that the service has not answered yet, those of this batch among them.',
    ),
    rejected: Count('Records on the device that were refused and not mended yet.'),
    oldest_waiting_at: Type.Optional(
      Instant("When the oldest waiting record was made, by the device's clock."),
    ),
    storage_used_bytes: Type.Optional(Count('Storage that the program uses on the device.')),
    storage_quota_bytes: Type.Optional(Count('Storage that it may use.')),
    client: Text(64, 'The program and its version.'),
  },
  {
    description: "How the device is, by its own account. The cooperative's office sees the newest report.",
  },
)

export const OutboxBatch = closed(
  {
    records: Type.Array(ref(RecordDraft), {
      maxItems: 1000,
      description: 'The records may refer to each other in any order. Each is judged by itself.',
    }),
    report: Type.Optional(OutboxReport),
  },
  {
    $id: 'OutboxBatch',
    description: 'What a device recorded while it was offline. Sending it again is safe.',
  },
)

export const OutboxResults = closed(
  {
    results: Type.Array(
      closed({
        id: Type.Union([Type.String(), Type.Null()], {
          description: 'As sent; null if unreadable.',
        }),
        status: Word(
          ['accepted', 'replayed', 'rejected'],
          'Accepted and replayed records are stored permanently.',
        ),
        problem: Type.Optional(
          closed(
            {
              type: Type.String(),
              title: Type.String(),
              status: Type.Integer(),
              code: Type.String(),
              detail: Type.Optional(Type.String()),
              errors: Type.Optional(Type.Array(closed({ pointer: Type.String(), message: Type.String() }))),
            },
            { description: 'Why it was rejected: a problem document without its own correlation id.' },
          ),
        ),
      }),
      { description: 'One for each record, in the order sent.' },
    ),
  },
  { $id: 'OutboxResults' },
)

export const TickedLists = closed(
  {
    crops: Type.Array(Type.String(), { description: 'Codes of the registry.' }),
    units: Type.Array(Type.String(), { description: 'Codes of the registry.' }),
    places: Type.Array(Type.String(), { description: 'As `location` has them.' }),
  },
  {
    description:
      "On the last page with `asserted_by=own`, for the cooperative's own devices: the crops, units and places that its office ticked as its own. Offer these first, and the others too. Absent if nothing is ticked.",
  },
)

const FeedSource = closed(
  {
    cooperative: Id('The party whose log it is.'),
    log: Type.String({ description: 'The name of the log. A restore from a backup changes it.' }),
    key: Type.String({ description: 'The verifier key (C2SP signed-note) of the checkpoint.' }),
    checkpoint: Type.String({
      description:
        'The signed note (C2SP tlog-checkpoint) of the newest root; also those of witnesses that signed.',
    }),
    consistency: Type.Array(
      Type.String({
        contentEncoding: 'base64',
        minLength: 44,
        maxLength: 44,
        description: 'A hash of the tree.',
      }),
      {
        description:
          'The proof (RFC 9162, 2.1.4) that this tree begins with that of the last `source` before the cursor; empty if there was none.',
      },
    ),
  },
  {
    description:
      'With a purpose: which log the records come from. It is there whenever a root newer than those of the pages up to the cursor exists. Verify it with a key that you have kept: a key that comes with a page proves nothing.',
  },
)
export type FeedSource = View<typeof FeedSource>

export const ChangesPage = closed(
  {
    changes: Type.Array(ref(AnyRecord), {
      description:
        'Includes superseded and retracted ones. A record whose `derived.standing` changes comes again, after what changed it if you may read that; so does one that shows something of a record that you may now read, or no longer, such as a lot with that input.',
    }),
    closed: Type.Array(
      Id('A record that this feed delivered before and that the caller may no longer read.'),
      {
        description:
          'Drop these records from a copy. A record that opens again appears in `changes` again. A record is in at most one of the two lists; both count towards `limit`.',
      },
    ),
    cursor: Type.String({
      description: 'Send it as `since`. It is opaque, and only works for this caller.',
    }),
    has_more: Type.Boolean({ description: 'More changes are available now.' }),
    source: Type.Optional(FeedSource),
    others: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_COUNTED,
        description: `On the last page with \`asserted_by=own\`: the number of records that others asserted about the caller's party, ${MOST_COUNTED} for any larger number.`,
      }),
    ),
    ticked: Type.Optional(TickedLists),
    device: Type.Optional(
      closed(
        { name: Type.String(), used_by: Type.Optional(UsedBy) },
        {
          description:
            'On the last page with `asserted_by=own`, to a device: what the office calls it now, and who carries it.',
        },
      ),
    ),
  },
  { $id: 'ChangesPage' },
)
