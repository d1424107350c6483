import {
  decidersAmong,
  decisionOn,
  isBetweenEntries,
  type OracleObjection,
  type OracleWorld,
  REACHED,
  recordsAbout,
  standingOf,
  subjectsOf,
  type Told,
} from '../../../support/records/gate/oracle.ts'
import { decisionOnInference, inferencesAbout, type PredictedWorld } from './oracle-inferences.ts'

/** What an objection does when it is lodged (contract §7), told as slowly and as plainly as the rest. */

type Objecting = Pick<OracleObjection, 'subject' | 'purposes' | 'types'>

export interface Outcome {
  readonly effect: string
  /** Lines such as `delivery consent 3`, and `delivery consent consent_only 2`, sorted. */
  readonly stopped: readonly string[]
  readonly continuing: readonly string[]
}

/** A record that stands, or an inference, as an objection sees it. */
interface Countable {
  readonly type: string
  readonly lawful_basis: string
  readonly subjects: readonly string[]
  readonly areAllKnown: boolean
  readonly told: (requester: string, purpose: string) => Told
}

/** Every record that stands about somebody, and every inference. */
function countableAbout(w: PredictedWorld, subject: string): Countable[] {
  // What says who was entered twice is opened by no grant, so an objection has nothing to stop there.
  const records = recordsAbout(w, subject).filter(
    (r) => r.type !== 'party' && !isBetweenEntries(w, r) && standingOf(w, r) === 'tip',
  )
  return [
    ...records.map((r) => ({
      type: r.type,
      lawful_basis: r.lawful_basis,
      subjects: subjectsOf(w, r) ?? [],
      areAllKnown: true,
      told: (requester: string, purpose: string) => decisionOn(w, requester, purpose, r),
    })),
    ...inferencesAbout(w, subject).map((i) => ({
      type: 'inference',
      lawful_basis: i.body.lawful_basis,
      subjects: [...i.about],
      areAllKnown: i.gap === null,
      told: (requester: string, purpose: string) => decisionOnInference(w, requester, purpose, i),
    })),
  ]
}

/** With each, why it goes on; null where it is stopped. */
export const eachObjectedTo = (
  w: PredictedWorld,
  o: Objecting,
): (Countable & { readonly why: string | null })[] =>
  countableAbout(w, o.subject).map((one) => ({ ...one, why: whyItGoesOn(w, o, one) }))

/** What an objection would do if it were lodged now: all that is to be counted, each once. */
export function outcomeOf(w: PredictedWorld, o: Objecting): Outcome {
  const told = eachObjectedTo(w, o)
  const inScope = told.filter(({ why }) => why !== 'out_of_scope' && why !== 'others_decide')
  const reached = inScope.filter(({ why }) => why !== 'exempt')
  const stopped = reached.filter(({ why }) => why === null)
  return {
    effect:
      told.length === 0
        ? 'stopped_nothing_no_records'
        : inScope.length === 0
          ? 'stopped_nothing_out_of_scope'
          : reached.length === 0
            ? 'stopped_nothing_exempt'
            : stopped.length === 0
              ? 'stopped_nothing_consent_only'
              : 'stopped_some',
    stopped: counted(stopped.map(({ type, lawful_basis }) => `${type} ${lawful_basis}`)),
    continuing: counted(
      told
        .filter(({ why }) => why !== null)
        .map(({ type, lawful_basis, why }) => `${type} ${lawful_basis} ${why}`),
    ),
  }
}

function whyItGoesOn(w: OracleWorld, o: Objecting, one: Countable): string | null {
  if (o.types !== null && !o.types.includes(one.type)) return 'out_of_scope'
  if (!decidersAmong(w, one.subjects).includes(o.subject)) return 'others_decide'
  if (!REACHED.includes(one.lawful_basis)) return 'exempt'
  if (!one.areAllKnown) return 'consent_only'
  const onConsent = ['consent', 'special_data_consent'].includes(one.lawful_basis)
  return onConsent && !isOpenToSomebody(w, o, one) ? 'consent_only' : null
}

/** Does anybody read it by grants, for a purpose objected to, who does not read it as its own? */
function isOpenToSomebody(w: OracleWorld, o: Objecting, one: Countable): boolean {
  return w.grants.some((g) => {
    if (o.purposes !== null && !o.purposes.includes(g.purpose)) return false
    const told = one.told(g.grantee, g.purpose)
    return told.reads && !told.own
  })
}

export const counted = (lines: readonly string[]): string[] =>
  [...new Set(lines)].map((line) => `${line} ${lines.filter((other) => other === line).length}`).sort()

/** Grants of the subject that are not over, for a purpose and a type objected to. */
export function withdrawableGrants(w: OracleWorld, o: Objecting): string[] {
  return w.grants
    .filter((g) => g.subject === o.subject && !g.revoked && w.nowMs < g.untilMs)
    .filter((g) => o.purposes === null || o.purposes.includes(g.purpose))
    .filter((g) => g.types.some((type) => o.types === null || o.types.includes(type)))
    .map((g) => g.id)
    .sort()
}
