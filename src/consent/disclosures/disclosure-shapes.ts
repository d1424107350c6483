import { type Static, Type } from '@sinclair/typebox'
import { closed, Id, Instant, Next, ref, type View, Word } from '../../domain/shapes.ts'
import * as query from '../../http/query.ts'
import { FETCHED, GrantEnd } from '../fetched.ts'

/** Disclosures as they are shown. */

/**
 * Why the reader could read them: its own records, the party's consent, or the other subjects' consent; or
 * printed by the front office for their subject.
 */
export const GROUNDS = ['own', 'consent', 'consent_of_others', 'printed_for_the_subject'] as const
export type Ground = (typeof GROUNDS)[number]

/** A disclosure of a party's records to another party, from the audit log. */
export const Disclosure = closed(
  {
    to: Type.Union([Id('The party that saw them.'), Type.Null()], {
      description: "null for a natural person, unless they read under a grant of the caller's own.",
    }),
    at: Instant('When.'),
    purpose: Type.Union([Type.String(), Type.Null()]),
    ground: Word(
      GROUNDS,
      'own: the reader needed no consent; consent: that of the caller; consent_of_others: that of the persons in the records; printed_for_the_subject: by the front office.',
    ),
    grant_id: Type.Union([Id("The caller's grant used."), Type.Null()], {
      description: 'null if no grant of the caller was used.',
    }),
    record_ids: Type.Array(Id('A record.')),
  },
  { $id: 'Disclosure' },
)
export type Disclosure = View<typeof Disclosure>

/** As in subject access, but inferences are only counted: only subject access lists them (contract §9). */
export const ListedDisclosure = closed(
  {
    ...Disclosure.properties,
    record_ids: Type.Array(Id('A record that is not an inference.')),
    inferences: Type.Integer({
      minimum: 0,
      description: 'Number of inferences that were shown too. Only a subject access answer names them.',
    }),
    ended: Type.Union([ref(GrantEnd), Type.Null()], {
      description: "Set once the grant used has ended: whether the reader's program knows.",
    }),
    changed: Type.Array(
      closed({
        record_id: Id('A record that was shown.'),
        change: Word(['corrected', 'retracted'], 'What became of it.'),
        ...FETCHED,
      }),
      {
        description:
          'What became since of records that were shown to another party than its subjects and asserter; nothing of which its feed had told it by then.',
      },
    ),
  },
  { $id: 'ListedDisclosure' },
)
export type ListedDisclosure = View<typeof ListedDisclosure>

export const DisclosurePage = closed(
  { disclosures: Type.Array(ref(ListedDisclosure)), next: Next },
  { $id: 'DisclosurePage' },
)
export type DisclosurePage = View<typeof DisclosurePage>

const MAX_PAGE = 500
const DEFAULT_PAGE = 100

/** What is asked of the list. */
export const DisclosuresQuery = Type.Object({
  since: query.instantParameter('Only disclosures from this instant on. Default: from the beginning.'),
  limit: query.pageSize(MAX_PAGE, DEFAULT_PAGE),
  cursor: query.Cursor,
})
export type DisclosuresQuery = Static<typeof DisclosuresQuery>
