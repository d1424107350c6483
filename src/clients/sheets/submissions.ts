import { normalized } from './meaning.ts'

/** Knows the columns that ODK, Kobo, CommCare and DHIS2 add to what people fill in. */

interface SubmissionColumn {
  readonly name: string
  /** Those that are not empty. */
  readonly cells: readonly string[]
}

/**
 * Names of the columns with the id of a submission, which stays when it is edited: Kobo, ODK, CommCare and DHIS2. The
 * instance id of ODK is another one after each edit.
 */
const KEYS = ['meta/rootuuid', '_uuid', 'key', 'formid', 'form.meta.instanceid', 'event', 'event uid']

/** Returns the column that tells submissions apart; null if there is none. */
export function submissionKey(columns: readonly SubmissionColumn[], rowCount: number): string | null {
  const isKey = ({ cells }: SubmissionColumn) =>
    cells.length === rowCount &&
    new Set(cells).size === rowCount &&
    cells.every((cell) => /^\S{2,}$/.test(cell))
  for (const key of KEYS) {
    const found = columns.find((column) => normalized(column.name) === key)
    if (found !== undefined && isKey(found)) return found.name
  }
  return null
}

/** Times and people that a program notes about the form itself, not about what was delivered. */
export const isOfTheForm = (heading: string): boolean => OF_THE_FORM.test(normalized(heading))
const OF_THE_FORM =
  /^(start|end|submissiondate|_submission_time|(started|completed|received)_(on|time)|(created|last ?updated)( ?at)?)$/

/** What a word of a review means for its row. */
export type Reviewed = 'rejected' | 'undecided' | 'accepted'

export interface ReviewWord {
  /** As written in the first row that has it. */
  readonly word: string
  readonly count: number
  readonly is: Reviewed
}

export interface ReviewColumn {
  readonly column: string
  readonly words: readonly ReviewWord[]
}

const REVIEW =
  /^(reviewstate|review[ _]?(state|status)|_?validation_?\s?status(\/label)?|approval[ _]?status|approved\??|status|state|decision|hali|uamuzi|statut|etat|état)$/
const REJECTED =
  /^(rejected|not[ _]approved|validation_status_not_approved|disapproved|declined|refused|invalid|void(ed)?|cancell?ed|deleted|duplicate|withdrawn|reversed|imekataliwa|imefutwa|batili|refusée?|rejetée?|annulée?|non approuvée?|supprimée?)$/
const UNDECIDED =
  /^(hasissues|has issues|validation_status_on_hold|on[ _]hold|pending|draft|in review|inasubiri|en attente|brouillon)$/
/** A column with more words says more than a review does. */
const MOST_WORDS = 12

/**
 * Finds the columns in which somebody judged the rows. Only those with a word of rejection or of doubt: a person says
 * which words mark rows that are no records.
 */
export function reviewsIn(columns: readonly SubmissionColumn[]): ReviewColumn[] {
  return columns.flatMap(({ name, cells }) => {
    if (!REVIEW.test(normalized(name))) return []
    const counts = new Map<string, ReviewWord>()
    for (const cell of cells) {
      const word = normalized(cell)
      const known = counts.get(word)
      const is = REJECTED.test(word) ? 'rejected' : UNDECIDED.test(word) ? 'undecided' : 'accepted'
      counts.set(word, { word: known?.word ?? cell, count: (known?.count ?? 0) + 1, is })
    }
    const words = [...counts.values()]
    const isReview = words.length <= MOST_WORDS && words.some(({ is }) => is !== 'accepted')
    return isReview ? [{ column: name, words }] : []
  })
}
