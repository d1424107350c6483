import { OperatorFault } from '../../problem.ts'
import type { Asker } from '../ask.ts'
import { card, note } from '../print.ts'
import type { Field } from './fields.ts'
import { type Desk, factorsFor, readField } from './read.ts'

/** Collects a record's members: from flags, from questions on a terminal, or both. */

export interface Gathered {
  readonly members: Record<string, unknown>
  /** Label and value as they read back to the clerk. */
  readonly shown: readonly (readonly [string, string])[]
}

/**
 * @param asker null where there is no terminal: then flags must give everything that is needed
 * @param given by flag name
 * @param fallbacks by member, shown in brackets: the present value of a correction, or the last answer
 */
export async function gather(
  desk: Desk,
  fields: readonly Field[],
  given: Readonly<Record<string, string | undefined>>,
  asker: Asker | null,
  fallbacks: Readonly<Record<string, string>> = {},
): Promise<Gathered> {
  const missing = fields.filter(
    (f) => !f.optional && given[f.flag] === undefined && fallbacks[f.member] === undefined,
  )
  if (!asker && missing.length > 0)
    throw new OperatorFault(
      `Missing: ${missing.map((field) => `--${field.flag}`).join(', ')}.`,
      'Give these flags, or run the command on a terminal to be asked.',
      2,
    )
  const members: Record<string, unknown> = {}
  const shown: [string, string][] = []
  for (const field of fields) {
    const flag = given[field.flag]
    const fallback = fallbacks[field.member]
    const reading =
      flag !== undefined
        ? await fromFlag(desk, field, flag)
        : asker
          ? await ask(desk, field, asker, fallback)
          : null
    if (!reading) continue
    Object.assign(members, reading.members)
    shown.push([label(field), reading.shown])
    if (field.kind === 'quantity') await addMass(desk, members, shown, given, asker)
  }
  return { members, shown }
}

const label = (field: Field): string => field.member.replaceAll('_', ' ')

async function fromFlag(desk: Desk, field: Field, text: string) {
  try {
    return await readField(desk, field, text)
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(`--${field.flag} "${text}" cannot be read.`, (error as Error).message, 2)
  }
}

async function ask(desk: Desk, field: Field, asker: Asker, fallback: string | undefined) {
  const question = field.optional ? `${field.question}, or nothing` : field.question
  if (field.kind === 'word' && !field.optional) {
    const chosen = await asker.choice(question, field.words ?? [], fallback)
    return readField(desk, field, chosen)
  }
  return asker.value(question, (text) => readField(desk, field, text), fallback)
}

/** The kilograms, and by which factor. Nothing is assumed silently: without a factor there are no kilograms. */
async function addMass(
  desk: Desk,
  members: Record<string, unknown>,
  shown: [string, string][],
  given: Readonly<Record<string, string | undefined>>,
  asker: Asker | null,
): Promise<void> {
  const quantity = members.quantity as { value: number; unit: string } | undefined
  if (!quantity || ['kg', 'g', 't'].includes(quantity.unit)) return
  const factors = await factorsFor(desk, quantity.unit, members.crop as string | undefined)
  let id = given.conversion
  if (id === undefined && asker && factors.length > 0) {
    note(`Kilograms for ${quantity.unit}: by which factor?`)
    const choices = [
      ...factors.map((f) => `${f.id}: ${f.factor} kg each, ${f.kind.replaceAll('_', ' ')}`),
      'none: leave it without kilograms',
    ]
    const chosen = await asker.choice('Factor', choices, choices[0])
    id = chosen.startsWith('none:') ? undefined : chosen.slice(0, chosen.indexOf(':'))
  }
  if (id === undefined) {
    shown.push(['kilograms', 'none (no factor chosen; it will be flagged)'])
    return
  }
  const factor = factors.find((f) => f.id === id)
  if (!factor)
    throw new OperatorFault(
      `--conversion "${id}" does not take ${quantity.unit} of this crop to kilograms.`,
      factors.length === 0
        ? 'No factor does; add one with "granary registry weighings", or leave the flag out.'
        : `These do: ${factors.map((f) => f.id).join(', ')}.`,
      2,
    )
  const kg = Math.round(quantity.value * factor.factor * 1e6) / 1e6
  members.normalized_kg = kg
  members.conversion_id = factor.id
  shown.push(['kilograms', `${kg} (${factor.id}, ${factor.kind.replaceAll('_', ' ')})`])
}

export const readBack = (heading: string, shown: readonly (readonly [string, string])[]): string =>
  `\n${heading}\n\n${card(shown).replace(/^/gm, '  ')}\n`
