import type { Asker, Fallback } from '../../cli/ask.ts'
import { note, safe } from '../../cli/print.ts'
import { AnswerFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { type Field, labelOf } from './fields.ts'

/** Asks a clerk which members to change. @returns the members; all of them for an empty answer */
export async function whichToChange(
  words: Words,
  asker: Asker,
  fields: readonly Field[],
  answers: Readonly<Record<string, Fallback>>,
): Promise<ReadonlySet<string>> {
  const width = Math.max(...fields.map((field) => labelOf(words, field).length))
  for (const [i, field] of fields.entries()) {
    const { text = '', shown = text } = answers[field.member] ?? {}
    note(`  ${String(i + 1).padStart(2)}  ${labelOf(words, field).padEnd(width)}  ${safe(shown)}`.trimEnd())
  }
  const read = (text: string): ReadonlySet<string> => {
    if (text === '') return new Set(fields.map(({ member }) => member))
    const asked = text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
    return new Set(asked.map((word) => memberCalled(words, fields, word)))
  }
  return asker.value(words.say('counter.which'), read)
}

function memberCalled(words: Words, fields: readonly Field[], word: string): string {
  const field = /^\d+$/.test(word)
    ? fields[Number(word) - 1]
    : (fields.find(({ flag }) => flag === word) ??
      fields.find((one) => labelOf(words, one).toLowerCase().includes(word)))
  if (field === undefined) throw new AnswerFault(message('counter.which.numbers', { most: fields.length }))
  return field.member
}
