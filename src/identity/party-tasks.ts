import { uuidv7 } from 'uuidv7'
import { OperatorFault } from '../base/problem.ts'
import { draftOf } from '../domain/draft-shape.ts'
import type { Draft } from '../domain/record.ts'
import { formatInstant } from '../domain/time.ts'
import type { People } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import { phoneNumber } from './phone.ts'
import { frontOffice, partyId } from './who.ts'

export interface PartyTaskPorts {
  readonly store: Store
  readonly people: People
  readonly config: { readonly country: string }
  readonly intake: { append(author: ReturnType<typeof frontOffice>, draft: Draft): unknown }
}

export interface PartyDetails {
  readonly kind: string
  readonly name: string
  /** E.164. */
  readonly phone?: string
  readonly region?: string
  readonly memberNo?: string
  readonly basis: string
}

export const partyTasks = {
  'party.add': (kernel: PartyTaskPorts, operator: string, details: PartyDetails) => {
    const party = uuidv7()
    const draft = draftOf({
      id: uuidv7(),
      type: 'party',
      occurred_at: formatInstant(kernel.store.writer.nowMs),
      lawful_basis: details.basis,
      party,
      kind: details.kind,
      display_name: details.name,
      ...(details.phone === undefined ? {} : { phone: details.phone }),
      ...(details.region === undefined ? {} : { region: details.region }),
      ...(details.memberNo === undefined ? {} : { member_no: details.memberNo }),
    })
    const [taken] = details.memberNo === undefined ? [] : kernel.people.withMemberNumber(details.memberNo)
    if (taken !== undefined) {
      const { name } = kernel.people.facts(taken)
      throw new OperatorFault(
        `Member number ${details.memberNo} belongs to ${name ?? 'a party without a name'} already.`,
        'Give another number, or correct what is written about that party: granary party edit NUMBER',
      )
    }
    kernel.intake.append(frontOffice(kernel, operator), draft)
    return { party, record_id: draft.id }
  },

  'party.list': (kernel: PartyTaskPorts, _operator: string, args: { readonly after: string | null }) => {
    const { store, people } = kernel
    const { found, more } = pageAfter(kernel, args.after)
    const parties = found.map((n) => {
      const { name, kind, memberNo, phone, region } = people.facts(n)
      return { party: store.parties.id(n), name, kind, member_no: memberNo, phone, region }
    })
    return { parties, more }
  },

  'party.member': (kernel: PartyTaskPorts, _operator: string, args: { readonly memberNo: string }) => {
    const [n, another] = kernel.people.withMemberNumber(args.memberNo)
    return { party: n === undefined || another !== undefined ? null : kernel.store.parties.id(n) }
  },

  'party.resolve': (kernel: PartyTaskPorts, operator: string, args: { readonly text: string }) => {
    const id = partyId(kernel, operator, args.text)
    const n = kernel.store.parties.find(id)
    return { party: id, name: n === undefined ? null : kernel.people.facts(n).name }
  },
} as const

/** Tasks of several jobs, with other work between them. */
export const longPartyTasks = {
  /** A phone number as it is stored, from how people write it. */
  'party.phone': async (
    { config }: Pick<PartyTaskPorts, 'config'>,
    _operator: string,
    args: { readonly text: string },
  ) => {
    try {
      return { phone: await phoneNumber(args.text, config.country) }
    } catch (error) {
      const [what = '', ...remedy] = (error as Error).message.split(/(?<=\.) /)
      throw new OperatorFault(what, remedy.join(' '), 2)
    }
  },
} as const

const PAGE = 500

/** Party numbers after the given one, in the order in which parties became known. */
export function pageAfter(
  { store }: Pick<PartyTaskPorts, 'store'>,
  after: string | null,
): { found: number[]; more: boolean } {
  const found = store.parties.after(after === null ? 0 : (store.parties.find(after) ?? 0), PAGE)
  return { found, more: found.length === PAGE }
}
