import type { Calendar } from '../../words/english.ts'
import type { Disclosure } from './disclosure-shapes.ts'

/** Sentences for the person whose records were read. */

const GROUND_WORDS: Readonly<Record<Disclosure['ground'], string>> = {
  own: 'who could read it without your consent, because it recorded it or is part of it',
  consent: 'on your consent',
  consent_of_others: 'on the consent of the persons in it',
  printed_for_the_subject: 'to print it for whoever it is about',
}

/** Returns a sentence on a disclosure. @param purpose null if none was stated */
export function disclosureSentence(
  { at, ground }: Pick<Disclosure, 'at' | 'ground'>,
  what: string,
  reader: string,
  purpose: string | null,
  calendar: Calendar,
): string {
  const why = purpose === null || ground === 'printed_for_the_subject' ? '' : ` for ${purpose}`
  return `${calendar.moment(at)}: ${what} to ${reader}${why}, ${GROUND_WORDS[ground]}.`
}
