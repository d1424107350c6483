import { uuidv7 } from 'uuidv7'
import { violation } from '../base/problem.ts'
import { given, ifGiven, must } from '../base/typed.ts'
import { type Args, required } from '../cli/asked.ts'
import { isId } from '../domain/id.ts'
import { isLenderOrBuyer, isOrganisation, NAMELESS, type PartyName } from '../domain/party.ts'
import { compileReader } from '../domain/validation.ts'
import { entryIds, partyId } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import { noteAct } from '../store/acts/doer.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import type { GrantWords, MandateWords } from './consent-words.ts'
import { DelegationDraft } from './delegations.ts'
import { GrantDraft } from './grants.ts'
import type { ConsentKernel } from './kernel.ts'
import { receiptOf } from './receipt.ts'
import type { ReceiptTold } from './receipt-words.ts'

/** Consent and mandates given on paper in the front office. */

/** A consent or mandate that ends. */
export const REVOKED = { id: required('<id>', 'help.itsId') }

/** Far more than read anything here, and few enough to look up at once. */
const MOST_GRANTEES = 1_000
/** Parties looked at in one job. */
const LOOKED_AT = 1_000

const SHA256 = /^[0-9a-f]{64}$/

/** Checks the hash of a signed paper. @throws {Problem} when it is not a SHA-256 */
export function checkEvidence(evidence: string | undefined): void {
  if (evidence !== undefined && !SHA256.test(evidence))
    throw violation('schema_violation', '/evidence', 'must be a SHA-256 in 64 lower-case hexadecimal digits')
}

/** Finds a known party: people who sign paper are known, so an unknown id is a typing error. */
export function knownParty(kernel: ConsentKernel, operator: string, text: string): string {
  const id = partyId(kernel, operator, text)
  const n = kernel.store.parties.find(id)
  if (n !== undefined && kernel.people.facts(n).called.by !== null) return id
  throw new OperatorFault(...withRemedy('consent.noParty', { id }))
}

/** The consents, mandates or objections of a person to list. */
export interface TheirsAsked {
  readonly subject: string
  /** Only the one with this id. */
  readonly id?: string
}

/** Returns all of a person's, under their entries, or the one with an id if it is theirs. */
export function theirs<T>(
  entries: readonly string[],
  id: string | undefined,
  kept: {
    readonly all: (party: string) => T[]
    readonly one: (id: string) => T | undefined
    readonly whose: (one: T) => readonly string[]
  },
): T[] {
  if (id === undefined) return entries.flatMap(kept.all)
  const one = isId(id) ? kept.one(id) : undefined
  return one !== undefined && kept.whose(one).some((party) => entries.includes(party)) ? [one] : []
}

export interface GrantArgs {
  readonly subject: string
  readonly grantee: string
  readonly evidence?: string
  readonly draft: object
}

/** @throws {OperatorFault|Problem} when a party is not known, or the draft is malformed */
function grantOf(kernel: ConsentKernel, operator: string, args: GrantArgs) {
  const draft = { id: uuidv7(), ...args.draft, grantee: knownParty(kernel, operator, args.grantee) }
  checkEvidence(args.evidence)
  const read = readGrant(draft)
  return { subject: knownParty(kernel, operator, args.subject), draft: read }
}

export interface MandateArgs {
  readonly principal: string
  readonly delegate: string
  readonly draft: object
}

/** @throws {OperatorFault|Problem} when a party is not known, or the draft is malformed */
function delegationOf(kernel: ConsentKernel, operator: string, args: MandateArgs): DelegationDraft {
  return readDelegation({
    id: uuidv7(),
    ...args.draft,
    principal: knownParty(kernel, operator, args.principal),
    delegate: knownParty(kernel, operator, args.delegate),
  })
}

/** Returns the words that are read out before a grant is given. */
export const grantWords = (
  kernel: ConsentKernel,
  draft: Omit<GrantDraft, 'id' | 'record_types'> & Pick<GrantWords, 'record_types'>,
): GrantWords => ({
  grantee: calledOf(kernel, draft.grantee),
  purpose: purposeOf(kernel, draft.purpose),
  record_types: draft.record_types,
  valid_from: draft.valid_from ?? null,
  expires_at: draft.expires_at,
  ...given({
    occurred_from: draft.occurred_from,
    occurred_to: draft.occurred_to,
    keep_until: draft.keep_until,
    replaces: ifGiven(draft.replaces, () => true),
  }),
})

/** Returns a party's name, and who recorded it. */
export function calledOf({ store, people }: ConsentKernel, party: string | null): PartyName {
  const n = party === null ? undefined : store.parties.find(party)
  return n === undefined ? NAMELESS : people.facts(n).called
}

/** Returns a registered purpose. */
export const purposeOf = ({ registry }: ConsentKernel, code: string) => {
  const { name, meaning } = must(registry.get('purposes', code))
  return { id: code, name, meaning }
}

const readGrant = compileReader(GrantDraft)
const readDelegation = compileReader(DelegationDraft)

export const consentTasks = tasksOn<ConsentKernel>()({
  /** Checks a whole grant, and returns the words to read out before it is recorded. Writes nothing. */
  'grant.check': (kernel, operator, args: GrantArgs): GrantWords => {
    const { subject, draft } = grantOf(kernel, operator, args)
    kernel.grants.check(subject, draft)
    const isNarrow = [draft.occurred_from, draft.occurred_to, draft.keep_until].some(
      (term) => term !== undefined,
    )
    const isBesideOthers = isNarrow && kernel.grants.goesBesideOthers(subject, draft)
    return { ...grantWords(kernel, draft), ...(isBesideOthers ? { isBesideOthers } : {}) }
  },

  'grant.record': (kernel, operator, args: GrantArgs) => {
    const { subject, draft } = grantOf(kernel, operator, args)
    return kernel.grants.give(
      { credential: null, operator },
      subject,
      draft,
      given({ evidence: args.evidence }),
    ).value
  },

  'grant.revoke': (kernel, operator, args: Args<typeof REVOKED>) => {
    const outcome = isId(args.id)
      ? kernel.grants.revoke({ credential: null, operator }, null, args.id, uuidv7())
      : null
    if (!outcome) throw new OperatorFault(...withRemedy('grant.noGrant', { id: args.id }))
    return outcome.value
  },

  'grant.list': (kernel, operator, { subject, id }: TheirsAsked) => ({
    grants: theirs(entryIds(kernel, operator, subject), id, {
      all: (party) => kernel.grants.list(party, 'subject', null, 500, null),
      one: (known) => kernel.grants.one(known),
      whose: (one) => [one.subject],
    }),
  }),

  /** Returns a grant as a receipt: what is printed of it, and the document for programs. */
  'grant.receipt': (kernel, _operator, { grant: id }: { readonly grant: string }) => {
    const grant = isId(id) ? kernel.grants.one(id) : undefined
    if (grant === undefined) throw new OperatorFault(...withRemedy('grant.noGrant', { id }))
    const { valid_from, received_at, replaces, ...draft } = grant
    const said = grantWords(kernel, {
      ...draft,
      ...given({ replaces }),
      ...(valid_from === received_at ? {} : { valid_from }),
    })
    const facts = kernel.receipts.facts(grant)
    const keeper = facts.keeper && calledOf(kernel, facts.keeper.id)
    const told: ReceiptTold = { grant, law: facts.law, said, keeper }
    return { told, document: receiptOf(facts) }
  },

  /** Lists the grants given to a party, newest first. */
  'grant.held': (
    kernel,
    _operator,
    {
      party,
      before,
      count,
    }: { readonly party: string; readonly before: string | null; readonly count: number },
  ) => ({ grants: kernel.grants.list(party, 'grantee', before, count, null) }),

  /** Checks a whole mandate, and returns the words to read out before it is recorded. Writes nothing. */
  'delegation.check': (kernel, operator, args: MandateArgs): MandateWords => {
    const draft = delegationOf(kernel, operator, args)
    kernel.delegations.check(draft)
    const { record_types, acts, valid_from, valid_until } = draft
    return { delegate: calledOf(kernel, draft.delegate), record_types, acts, valid_from, valid_until }
  },

  'delegation.record': (kernel, operator, args: MandateArgs) =>
    kernel.delegations.give({ credential: null, operator }, delegationOf(kernel, operator, args)).value,

  'delegation.list': (
    kernel,
    operator,
    { party, id }: { readonly party: string } & Omit<TheirsAsked, 'subject'>,
  ) => ({
    delegations: theirs(entryIds(kernel, operator, party), id, {
      all: (one) => kernel.delegations.list(one, null, 500),
      one: (known) => kernel.delegations.one(known),
      whose: ({ principal, delegate }) => [principal, delegate],
    }),
  }),

  'delegation.revoke': (kernel, operator, args: Args<typeof REVOKED>) => {
    const outcome = isId(args.id)
      ? kernel.delegations.revoke({ credential: null, operator }, null, args.id, uuidv7())
      : null
    if (!outcome) throw new OperatorFault(...withRemedy('mandate.noMandate', { id: args.id }))
    return outcome.value
  },
})

/** Looks at the cooperative's parties in slices. */
export const longConsentTasks = tasksOn<ConsentKernel>()({
  /**
   * Finds lenders and buyers among the cooperative's parties: organisations, and others that were ever given a consent. Of a
   * party that was entered twice, only the entry that is kept is listed.
   * @param enough how many organisations suffice
   * @param holders parties of which the entry that is kept is asked too
   * @returns `more`: whether there may be others
   */
  'grant.readers': async (
    { store, people },
    operator,
    { enough, holders }: { readonly enough: number; readonly holders: readonly string[] },
  ) => {
    const found = new Map<number, { readonly party: string; readonly name: string }>()
    const see = (n: number, isGrantee: boolean) => {
      const kept = people.kept(n)
      const one = people.recorded.of(kept)
      if (one !== undefined && isLenderOrBuyer(one, isGrantee))
        found.set(kept, { party: one.party, name: one.name })
    }
    let after: number | null = 0
    while (after !== null && found.size < enough) {
      const from: number = after
      after = await store.writer.submit(() => {
        if (from === 0) noteAct(store, { credential: null, operator }, 'grant.readers', {})
        const page = people.recorded.after(from, LOOKED_AT)
        for (const { n, kind } of page.found) if (isOrganisation(kind)) see(n, false)
        return page.last
      })
    }
    return store.writer.submit(() => {
      const grantees = store.consents.grantees(MOST_GRANTEES + 1)
      for (const n of grantees.slice(0, MOST_GRANTEES)) see(n, true)
      return {
        parties: [...found.values()],
        kept: holders.map((id) => store.parties.id(people.kept(must(store.parties.find(id))))),
        more: after !== null || grantees.length > MOST_GRANTEES,
      }
    })
  },
})
