import type { PartyName } from '../domain/party.ts'
import { atStart, nameInSentence } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { fetchedWords, type GrantWords, grantSentences } from './consent-words.ts'
import { manner, type ReceiptFacts } from './receipt.ts'
import { howWords } from './subject-access/code-words.ts'

/** A consent as a receipt on paper, in plain sentences, for the person who gave it. */

export interface ReceiptTold extends Pick<ReceiptFacts, 'grant' | 'law'> {
  readonly said: GrantWords
  /** The cooperative; null if this service is set up for none. */
  readonly keeper: PartyName | null
}

export interface ReceiptSentences {
  /** When and how it was given. */
  readonly given: readonly string[]
  /** What the person agreed to. */
  readonly said: readonly string[]
  /** How it stands, and who keeps it by which law. */
  readonly now: readonly string[]
}

export function receiptSentences(words: Words, told: ReceiptTold): ReceiptSentences {
  const { calendar, say } = words
  const { grant, keeper, law } = told
  const day = calendar.longDay(grant.received_at)
  return {
    given: [
      grant.channel === undefined
        ? say('consentReceipt.given', { day })
        : say('consentReceipt.givenHow', { day, manner: howWords(words, grant.channel) }),
      ...(grant.evidence === undefined ? [] : [say('consentReceipt.paper', { hash: grant.evidence })]),
    ],
    said: grantSentences(words, { ...told.said, isOver: grant.ended !== null }),
    now: [
      ...standing(words, told),
      keeper === null
        ? say('consentReceipt.kept')
        : atStart(say('consentReceipt.keptBy', { keeper: nameInSentence(keeper, words) })),
      ...(law === null ? [] : [say('consentReceipt.law', { section: law.section, law: law.law })]),
    ],
  }
}

/** Returns whether the consent holds; if it ended, how, and whether the reader's program knows. */
function standing(words: Words, { grant }: ReceiptTold): string[] {
  const { calendar, say } = words
  const { ended } = grant
  if (ended === null) return [grant.live ? say('consentReceipt.holds') : say('consentReceipt.toCome')]
  const how = manner(grant)
  return [
    how === 'expired'
      ? // The end is exclusive, so midnight belongs to the day before.
        say('consentReceipt.expired', { day: calendar.longDay(Date.parse(ended.at) - 1) })
      : say(`consentReceipt.${how}`, { day: calendar.longDay(ended.at) }),
    fetchedWords(words, ended),
    say('fetched.byHand'),
  ]
}
