import type { VersionOf } from './world.ts'

/** Which statements of a lot stand (contract §22). */

type Statement = VersionOf<'due_diligence'>['body']

/** A statement of such a status stands for no goods. */
const ENDED: ReadonlySet<string> = new Set(['rejected', 'withdrawn', 'grouped', 'obsolete'])

type Numbers = Pick<Statement, 'reference' | 'verification' | 'reference_number' | 'verification_number'>

/** Returns the number of a statement under its present or its earlier name. */
export const referenceIn = (body: Numbers): string | undefined => body.reference ?? body.reference_number
export const verificationIn = (body: Numbers): string | undefined =>
  body.verification ?? body.verification_number

/**
 * Returns the statements that have not ended and that no other one of these replaces. Another replaces it only by the
 * word of the party that stated or filed it, so that no third party removes a statement. Statements that name each other
 * in a circle replace none of each other. The work grows with the number of statements, however they name each other.
 */
export function currentStatements<S extends Statement>(statements: readonly S[]): S[] {
  const byId = new Map(statements.map((one) => [one.id, one]))
  const targetOf = new Map<S, S>()
  const timesNamed = new Map<S, number>()
  for (const one of statements) {
    const named = one.replaces === undefined ? undefined : byId.get(one.replaces)
    if (named === undefined || !mayReplace(one, named)) continue
    targetOf.set(one, named)
    timesNamed.set(named, (timesNamed.get(named) ?? 0) + 1)
  }
  const replaced = new Set<S>()
  // Starts with those that no other one names. In a circle each is named by another, so none of them is reached.
  const reached = statements.filter((one) => !timesNamed.has(one))
  for (const one of reached) {
    const named = targetOf.get(one)
    if (named === undefined) continue
    replaced.add(named)
    const left = (timesNamed.get(named) ?? 0) - 1
    timesNamed.set(named, left)
    if (left === 0) reached.push(named)
  }
  return statements.filter((one) => !replaced.has(one) && !ENDED.has(one.status ?? ''))
}

const mayReplace = (one: Statement, named: Statement): boolean =>
  [one.asserted_by, one.on_behalf_of].some(
    (speaker) =>
      speaker !== undefined && [named.asserted_by, named.on_behalf_of, named.filed_by].includes(speaker),
  )
