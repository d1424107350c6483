import { fromJson, must } from '../../base/typed.ts'
import type { NamedRow } from '../../words/words.ts'
import { purposeCalled } from '../consent/words-of-grants.ts'
import type { LenderVisit } from './lender-visit.ts'

/** Purposes as the registry names them, also those that the cooperative added itself. */

export async function purposesIn({ ask, session }: LenderVisit): Promise<readonly NamedRow[]> {
  const { token } = must(session).person
  const { status, text } = await ask(token, '/v1/registry/purposes?limit=500', 'application/json')
  return status === 200 ? fromJson<{ readonly rows: readonly NamedRow[] }>(text).rows : []
}

export const lenderPurposes = async (visit: LenderVisit): Promise<(code: string) => string> =>
  purposeCalled(visit.words, await purposesIn(visit))
