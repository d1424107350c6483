import type { Words } from '../../words/words.ts'
import type { Disclosure } from './disclosure-shapes.ts'

/** Returns a sentence for the person whose records were read. @param purpose null if none was stated */
export function disclosureSentence(
  { calendar, say }: Words,
  { at, ground }: Pick<Disclosure, 'at' | 'ground'>,
  what: string,
  reader: string,
  purpose: string | null,
): string {
  const read = { at: calendar.moment(at), what, reader }
  return purpose === null || ground === 'printed_for_the_subject'
    ? say(`disclosure.${ground}`, read)
    : say(`disclosure.${ground}For`, { ...read, purpose })
}
