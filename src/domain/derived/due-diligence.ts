import type { VersionOf } from './world.ts'

/** Which statements of a lot stand (contract §22). */

type Statement = VersionOf<'due_diligence'>['body']

/** A statement of such a status stands for no goods. */
const ENDED: ReadonlySet<string> = new Set(['rejected', 'withdrawn', 'grouped', 'obsolete'])

/** Returns the number of a statement under its present or its earlier name. */
type Numbers = Pick<Statement, 'reference' | 'verification' | 'reference_number' | 'verification_number'>
export const referenceIn = (body: Numbers): string | undefined => body.reference ?? body.reference_number
export const verificationIn = (body: Numbers): string | undefined =>
  body.verification ?? body.verification_number

/**
 * Returns the statements that have not ended and that no other one of these replaces. Another replaces it only by the
 * word of who stated or filed it: nobody else makes a statement disappear. Where statements name each other in a circle,
 * none of them replaces.
 */
export function currentStatements<S extends Statement>(statements: readonly S[]): S[] {
  const byId = new Map(statements.map((one) => [one.id, one]))
  const replacedBy = (one: S): S | undefined => {
    const named = one.replaces === undefined ? undefined : byId.get(one.replaces)
    return named !== undefined && mayReplace(one, named) ? named : undefined
  }
  const isInCircle = (one: S): boolean => {
    const passed = new Set<string>()
    for (let at = replacedBy(one); at !== undefined && !passed.has(at.id); at = replacedBy(at)) {
      if (at.id === one.id) return true
      passed.add(at.id)
    }
    return false
  }
  const replaced = new Set(statements.flatMap((one) => (isInCircle(one) ? [] : (replacedBy(one)?.id ?? []))))
  return statements.filter(({ id, status = '' }) => !replaced.has(id) && !ENDED.has(status))
}

const mayReplace = (one: Statement, named: Statement): boolean =>
  [one.asserted_by, one.on_behalf_of].some(
    (speaker) =>
      speaker !== undefined && [named.asserted_by, named.on_behalf_of, named.filed_by].includes(speaker),
  )
