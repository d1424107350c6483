/**
 * Texts by which people give or take back consent, object, and learn what is held about them, by the beginnings of
 * their keys. A speaker of the language must review each translation; until then pages and papers say so
 * (`packaging/words.ts` requires a mark beside each).
 */
export const REVIEWED = {
  /** Read out to a person, and signed. */
  readOut: [
    'consent.said.',
    'consentReceipt.',
    'ending.',
    'mandate.said.',
    'objection.effect.',
    'objection.said.',
    'objection.then.',
    'requests.refuse',
    'seen.',
  ],
  /** The answer to a subject access request. */
  answer: ['answer.', 'disclosure.', 'objection.then.', 'statement.paper.'],
  /** Who read what, and how to stop it. */
  statement: [
    'answer.shown.',
    'consent.said.',
    'disclosure.',
    'objection.then.',
    'seen.',
    'statement.paper.',
  ],
} as const

export type Reviewed = keyof typeof REVIEWED
